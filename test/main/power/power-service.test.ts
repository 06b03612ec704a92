import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { findTool } from '../../../main/power/find-tool.ts'
import { PowerService, type TimedReading } from '../../../main/power/power-service.ts'
import type { PowerSetting } from '../../../shared/chat/settings.ts'
import type { PowerSamples, PowerStatus } from '../../../shared/metrics/live-machine.ts'
import { type FakeTool, type FakeToolOptions, fakeTool, isAlive } from '../../fixtures/fake-tool.ts'

// Real processes on a busy machine: a second is not long.
vi.setConfig({ testTimeout: 30_000 })
const poll = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function tool(name: 'macmon' | 'mactop', options: FakeToolOptions): FakeTool {
  const made = fakeTool(name, options)
  cleanups.push(() => made.remove())
  return made
}

function service(tools: { macmon?: FakeTool; mactop?: FakeTool }, setting: PowerSetting = 'auto') {
  const statuses: PowerStatus[] = []
  const samples: PowerSamples[] = []
  const readings: TimedReading[] = []
  const state = { setting }
  const power = new PowerService({
    setting: () => state.setting,
    find: (name) => tools[name]?.path ?? null,
    changed: (status) => statuses.push(status),
    samples: (columns, timed) => {
      samples.push(columns)
      readings.push(...timed)
    },
  })
  cleanups.push(() => power.close())
  return { power, statuses, samples, readings, state }
}

it('runs nothing until somebody needs it, and ends it when nobody does', async () => {
  const macmon = tool('macmon', { lines: 'macmon.jsonl' })
  const { power, readings, samples } = service({ macmon })
  expect(power.status).toEqual({ state: 'idle', source: 'macmon', unreadable: 0, message: null })
  expect(macmon.pids()).toEqual([])
  power.want(true)
  expect(power.status.state).toBe('running')
  await poll(() => readings.length).toBeGreaterThan(5)
  expect(macmon.args()).toBe('pipe -i 500')
  expect(samples[0]).toMatchObject({ source: 'macmon', bwGbs: expect.arrayContaining([null]) })
  expect(readings[0]).toMatchObject({ gpuPowerW: 1.4, gpuPct: 3, dramPowerW: 0.8 })
  for (const columns of samples) expect(columns.gpuPowerW.length).toBe(columns.atMs.length)
  // A sample stands in the middle of the half second it covers.
  expect(performance.now() - (readings.at(-1)?.atMs ?? 0)).toBeGreaterThanOrEqual(250)
  const [pid = 0] = macmon.pids()
  expect(isAlive(pid)).toBe(true)
  power.want(false)
  await poll(() => isAlive(pid)).toBe(false)
  expect(power.status.state).toBe('idle')
})

it('takes macmon first, the one that is set, or none', async () => {
  const tools = {
    macmon: tool('macmon', { lines: 'macmon.jsonl' }),
    mactop: tool('mactop', { lines: 'mactop.jsonl' }),
  }
  const { power, readings, state } = service(tools)
  expect(power.status.source).toBe('macmon')
  state.setting = 'mactop'
  power.apply()
  expect(power.status.source).toBe('mactop')
  power.want(true)
  await poll(() => readings.at(-1)?.bwGbs ?? 0).toBeGreaterThan(0)
  expect(tools.mactop.args()).toBe('--headless -i 500')
  state.setting = 'off'
  power.apply()
  expect(power.status).toEqual({ state: 'off', source: null, unreadable: 0, message: null })
  await poll(() => isAlive(tools.mactop.pids()[0] ?? 0)).toBe(false)
  expect(tools.macmon.pids()).toEqual([])
})

it('says how to get a tool when there is none', () => {
  const { power, state } = service({})
  expect(power.status.message).toBe('For live GPU power, install macmon: brew install macmon')
  power.want(true)
  expect(power.status.state).toBe('missing')
  state.setting = 'mactop'
  power.apply()
  expect(power.status.message).toContain('brew install mactop')
})

it('counts lines it cannot read, and draws none of them', async () => {
  const lines = ['{"gpu_power":5}', 'Error: no sensor', '{"gpu_power":-1}', '{"gpu_power":6', '']
  const { power, readings } = service({ macmon: tool('macmon', { lines, everyS: 0.06 }) })
  power.want(true)
  await poll(() => power.status.unreadable).toBeGreaterThanOrEqual(3)
  await poll(() => readings.length).toBeGreaterThan(1)
  expect(new Set(readings.map(({ gpuPowerW }) => gpuPowerW))).toEqual(new Set([5]))
})

it('keeps few readings of a tool that prints without pause', async () => {
  const { power, samples, readings } = service({
    macmon: tool('macmon', { lines: 'macmon.jsonl', everyS: 0 }),
  })
  power.want(true)
  const startedAtMs = performance.now()
  await poll(() => readings.length).toBeGreaterThan(20)
  const seconds = (performance.now() - startedAtMs) / 1000
  expect(readings.length / seconds).toBeLessThanOrEqual(21)
  expect(samples.length / seconds).toBeLessThanOrEqual(11)
})

it('starts a tool that dies again three times, then says so', async () => {
  const macmon = tool('macmon', { lines: 'macmon.jsonl', everyS: 0, diesAfter: 2 })
  const { power, readings } = service({ macmon })
  power.want(true)
  await poll(() => power.status.state).toBe('failed')
  expect(macmon.pids()).toHaveLength(4)
  expect(power.status.message).toMatch(/macmon ended 4 times/)
  expect(readings.length).toBeGreaterThan(0)
  // Needed anew, it is tried anew.
  power.want(false)
  power.want(true)
  expect(power.status.state).toBe('running')
})

it('ends a tool that does not want to end, and leaves nothing behind', async () => {
  const macmon = tool('macmon', { lines: [], silent: true, stubborn: true })
  const { power } = service({ macmon })
  power.want(true)
  await poll(() => macmon.pids().length).toBe(1)
  await power.close()
  await poll(() => isAlive(macmon.pids()[0] ?? 0)).toBe(false)
})

it('a tool ends after the app was killed, even one that prints nothing', async () => {
  const macmon = tool('macmon', { lines: [], silent: true })
  const module = fileURLToPath(new URL('../../../main/power/tool-process.ts', import.meta.url))
  const script = `import { ToolProcess } from ${JSON.stringify(module)}
new ToolProcess(${JSON.stringify(macmon.path)}, [], { line() {}, exit() {} })`
  const app = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  await poll(() => macmon.pids().length).toBe(1)
  const [pid = 0] = macmon.pids()
  expect(isAlive(pid)).toBe(true)
  app.kill('SIGKILL')
  await poll(() => isAlive(pid)).toBe(false)
})

it('finds a tool on PATH, and only a program', () => {
  const macmon = tool('macmon', { lines: [] })
  const before = process.env.PATH
  cleanups.push(() => {
    process.env.PATH = before
  })
  process.env.PATH = `relative:${macmon.folder}`
  expect(findTool('macmon')).toBe(macmon.path)
  expect(findTool('mactop')).toBeNull()
})
