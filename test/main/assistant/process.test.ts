import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { startAssistantProcess } from '../../fixtures/assistant-process.ts'
import { beginStream, chunk, DONE, startScriptedServer, writeAll } from '../../fixtures/scripted-server.ts'
import { HELLO, onlyError, send } from './endpoint.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe('the command', () => {
  it('prints one line, its URL, serves from the environment, and ends at a signal', async () => {
    const upstream = await startScriptedServer({
      chat: (request, response) => {
        beginStream(request, response)
        response.end(chunk({ content: 'ok' }) + chunk({}, 'stop') + DONE)
      },
    })
    cleanups.push(upstream.close)
    const assistant = await startAssistantProcess({ AKURAI_LLM_URL: upstream.url, AKURAI_LLM_MODEL: 'm' })
    cleanups.push(assistant.close)
    expect(assistant.output()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/assistant\n$/)
    expect((await send(assistant.url)).text).toBe('event: delta\ndata: ok\n\nevent: done\ndata: [DONE]\n\n')
    assistant.process.kill('SIGTERM')
    expect(await assistant.exited).toBe(0)
  })

  it('without configuration still serves, and says what is missing', async () => {
    const assistant = await startAssistantProcess({})
    cleanups.push(assistant.close)
    const words = 'LLM endpoint not configured (set AKURAI_LLM_URL and AKURAI_LLM_MODEL)'
    expect(onlyError(await send(assistant.url))).toBe(words)
  })

  it('refuses a port that is taken, and one that is none', async () => {
    const taken = createServer()
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
    cleanups.push(() => new Promise((done) => taken.close(() => done())))
    const port = String((taken.address() as AddressInfo).port)
    await expect(startAssistantProcess({}, ['--port', port])).rejects.toThrow(
      /ended with 2: .*already in use/,
    )
    await expect(startAssistantProcess({}, ['--port', '70000'])).rejects.toThrow(/ended with 2: .*65535/)
    await expect(startAssistantProcess({}, ['--prot', '1'])).rejects.toThrow(/ended with 2: .*--prot/)
  })
})

/** A client that takes a thousand bytes a second until it is told to take all. */
function slowClient(url: URL) {
  const socket: Socket = connect(Number(url.port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${url.pathname} HTTP/1.0\r\nHost: ${url.host}\r\nContent-Length: ${HELLO.length}\r\n\r\n${HELLO}`,
  )
  let letters = 0
  let tail = ''
  const take = (data: Buffer | null) => {
    if (!data) return
    tail = (tail + data.toString('latin1')).slice(-100)
    for (const byte of data) if (byte === LETTER) letters += 1
  }
  socket.on('readable', () => {})
  const timer = setInterval(() => take(socket.read(1000)), 1000)
  return {
    socket,
    leave: async () => {
      clearInterval(timer)
      socket.destroy()
    },
    /** Reads on at full speed; resolves with how many letters came in all, and the last bytes. */
    takeAll: () => {
      clearInterval(timer)
      return new Promise<{ letters: number; tail: string }>((done) => {
        socket.removeAllListeners('readable').on('data', take)
        socket.on('close', () => done({ letters, tail }))
        socket.resume()
      })
    },
  }
}

const LETTER = 'Q'.charCodeAt(0)
const MB = 1024 * 1024

function* endless(): Generator<string, never> {
  const piece = chunk({ content: 'Q'.repeat(1000) })
  for (;;) yield piece
}

describe('a client that reads 1 kB a second', () => {
  it('slows the model server, while memory stays bounded, and gets all of 100 MB', async () => {
    let written = 0
    function* pieces() {
      const piece = chunk({ content: 'Q'.repeat(1000) })
      for (; written < 100_000_000; written += 1000) yield piece
      yield chunk({}, 'stop') + DONE
    }
    const upstream = await startScriptedServer({
      chat: async (request, response) => {
        beginStream(request, response)
        await writeAll(response, pieces())
        response.end()
      },
    })
    cleanups.push(upstream.close)
    const assistant = await startAssistantProcess({ AKURAI_LLM_URL: upstream.url, AKURAI_LLM_MODEL: 'm' })
    cleanups.push(assistant.close)
    await send(assistant.url, '{}')
    const idleBytes = assistant.memoryBytes()
    const client = slowClient(new URL(assistant.url))
    cleanups.push(client.leave)

    // The writer has stalled when two looks a second apart find it at the same place.
    let before = -1
    await expect
      .poll(
        () => {
          const stalled = written > 0 && written === before
          before = written
          return stalled
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe(true)
    // What was written waits in the kernel's buffers, which hold some megabytes at each of four ends.
    expect(written).toBeLessThan(50_000_000)
    const heldBytes = assistant.memoryBytes() - idleBytes
    expect(heldBytes).toBeLessThan(64 * MB)

    const { letters, tail } = await client.takeAll()
    expect(letters).toBe(100_000_000)
    expect(tail.endsWith('event: done\ndata: [DONE]\n\n')).toBe(true)
    expect(assistant.memoryBytes() - idleBytes).toBeLessThan(128 * MB)
  }, 60_000)

  it('and leaves stops the generation that waits for it', async () => {
    const upstream = await startScriptedServer({
      chat: async (request, response) => {
        beginStream(request, response)
        await writeAll(response, endless())
      },
    })
    cleanups.push(upstream.close)
    const assistant = await startAssistantProcess({ AKURAI_LLM_URL: upstream.url, AKURAI_LLM_MODEL: 'm' })
    cleanups.push(assistant.close)
    const client = slowClient(new URL(assistant.url))
    await new Promise((done) => client.socket.once('readable', done))
    await client.leave()
    await expect.poll(() => upstream.cancels().length, { timeout: 10_000 }).toBe(1)
    await expect.poll(() => upstream.closedByClient(), { timeout: 10_000 }).toBe(1)
  })
})
