import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { send } from './client.ts'

const COMMAND = new URL('../../../main/demo/command.ts', import.meta.url).href
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
})

/** Runs the command in a process of its own; its output grows in the returned object. */
function run(...args: string[]) {
  const code = `import(${JSON.stringify(COMMAND)}).then((m) => m.demoServerCommand(process.argv.slice(1)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, '--', ...args])
  children.push(child)
  const output = { out: '', err: '' }
  child.stdout.on('data', (piece: Buffer) => {
    output.out += piece.toString()
  })
  child.stderr.on('data', (piece: Buffer) => {
    output.err += piece.toString()
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const url = async () => {
    for (;;) {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output.out)
      if (found) return found[0]
      const over = await Promise.race([ended, once(child.stdout, 'data')])
      if (!Array.isArray(over)) throw new Error(`ended with ${over}: ${output.out}${output.err}`)
    }
  }
  return { child, output, ended, url }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints its URL, serves, and ends on %s with code 0',
  async (signal) => {
    const { child, ended, url } = run('--port', '0', '--rate', '500')
    expect((await send(`${await url()}/health`)).status).toBe(200)
    child.kill(signal)
    expect(await ended).toBe(0)
  },
)

test('moves from a busy port and says so as AFM does', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as { port: number }
  const { child, output, ended, url } = run('--port', String(port))
  const found = await url()
  const moved = new URL(found).port
  expect(output.out.split('\n')[0]).toBe(`Port ${port} is busy, using ephemeral port ${moved}`)
  expect((await send(`${found}/health`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  blocker.close()
})

test.each([
  [['--port', '70000'], /--port must be a whole number/],
  [['--port', '-1'], /--port/],
  [['--rate', 'fast'], /--rate must be a number/],
  [['--rate', '0'], /--rate must be a number/],
  [['--colour'], /--colour/],
  [['surplus'], /surplus/],
])('explains %j and ends with code 2', async (args, message) => {
  const { output, ended } = run(...args)
  expect(await ended).toBe(2)
  expect(output.err).toMatch(message)
  expect(output.err).toContain('Usage:')
  expect(output.out).toBe('')
})
