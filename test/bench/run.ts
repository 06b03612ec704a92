import { parseArgs } from 'node:util'
import type { BenchRow } from './row.ts'

/** The benchmarks by name, each loaded only when it is asked for. */
const BENCHES: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  decode: async () => (await import('./decode.ts')).decodeBench(),
  bridge: async () => (await import('./bridge.ts')).bridgeBench(),
  render: async () => (await import('./render/index.ts')).renderBench(),
  charts: async () => (await import('./charts.ts')).chartsBench(),
  heap: async () => (await import('./heap.ts')).heapBench(),
  open: async () => (await import('./open.ts')).openBench(),
  stop: async () => (await import('./stop.ts')).stopBench(),
  store: async () => (await import('./store.ts')).storeBench(),
  relay: async () => (await import('./relay.ts')).relayBench(),
}

const { positionals } = parseArgs({ allowPositionals: true })
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES)
let missed = 0
for (const name of names) {
  const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
  if (!bench) {
    console.error(`There is no benchmark “${name}”. There are: ${Object.keys(BENCHES).join(', ')}.`)
    process.exit(2)
  }
  console.log(`\n${name}`)
  for (const row of await bench()) {
    if (!row.ok) missed += 1
    const value = `${row.value.toFixed(row.value < 10 ? 2 : 1)} ${row.unit}`
    const verdict = row.bar === '' ? '' : `${row.bar.padEnd(10)} ${row.ok ? 'met' : 'MISSED'}`
    console.log(`  ${row.what.padEnd(60)} ${value.padStart(14)}   ${verdict}`.trimEnd())
  }
}
if (missed > 0) console.log(`\n${missed} below the bar`)
process.exit(missed > 0 ? 1 : 0)
