import { parseArgs } from 'node:util'
import { DEFAULT_RATE_TOK_S, type DemoServer, MAX_RATE_TOK_S, startDemoServer } from './index.ts'

const DEFAULT_PORT = 9999

const USAGE = `Usage: npm run demo-server -- [--port N] [--rate TOKS]
  --port N     port on 127.0.0.1 (default ${DEFAULT_PORT}; 0 takes a free one)
  --rate TOKS  tokens a second (default ${DEFAULT_RATE_TOK_S})`

/**
 * `demo-server`: runs the AFM double until SIGINT or SIGTERM. A busy port means an ephemeral one, said in
 * AFM's words. Bad options are explained on stderr and set exit code 2.
 */
export async function demoServerCommand(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    console.error(`${options}\n${USAGE}`)
    process.exitCode = 2
    return
  }
  if (options.help) {
    console.log(USAGE)
    return
  }
  // Listen for the signals first: one that comes while the server starts must not be lost.
  const stopped = untilSignal()
  let server: DemoServer
  try {
    server = await startOrMove(options.port, options.rateTokS)
  } catch (error) {
    console.error(`The demo server cannot start: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return
  }
  console.log(`The AFM demo with canned replies runs at ${server.url} (Ctrl-C ends it)`)
  await stopped
  await server.close()
}

interface Options {
  readonly port: number
  readonly rateTokS: number
  readonly help: boolean
}

/** The options, or what is wrong with them. */
function readOptions(args: readonly string[]): Options | string {
  let values: { port?: string; rate?: string; help?: boolean }
  try {
    values = parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, rate: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  const { port = String(DEFAULT_PORT), rate = String(DEFAULT_RATE_TOK_S), help = false } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    return `--port must be a whole number from 0 to 65535, not "${port}".`
  }
  const rateTokS = /^\d+(\.\d+)?$/.test(rate) ? Number(rate) : Number.NaN
  if (!(rateTokS > 0 && rateTokS <= MAX_RATE_TOK_S)) {
    return `--rate must be a number above 0 and at most ${MAX_RATE_TOK_S}, not "${rate}".`
  }
  return { port: Number(port), rateTokS, help }
}

async function startOrMove(port: number, rateTokS: number): Promise<DemoServer> {
  try {
    return await startDemoServer({ port, rateTokS })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    const server = await startDemoServer({ rateTokS })
    console.log(`Port ${port} is busy, using ephemeral port ${server.port}`)
    return server
  }
}

function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      resolve()
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  })
}
