import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { chunk } from '../../fixtures/scripted-server.ts'
import { run } from './collect.ts'

/** A server that writes a reply's bytes and resets the connection in the same breath, as a crash does. */
async function crashAfter(text: string) {
  const server = createServer((socket) => {
    socket.once('data', () => {
      const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n'
      socket.write(head + text, () => socket.resetAndDestroy())
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

it.each([1, 20, 300])('keeps what %i words of a crashed server had brought', async (words) => {
  const all = Array.from({ length: words }, (_, at) => `w${at} `)
  const server = await crashAfter(all.map((content) => chunk({ content })).join(''))
  const turn = await run({ baseUrl: server.url }).turn
  server.close()
  // A reset may throw away what the kernel still held, but never what had reached this process.
  expect(all.join('').startsWith(turn.content)).toBe(true)
  if (turn.marks.firstTokenAtMs !== null) expect(turn).toMatchObject({ end: 'closed', error: null })
})
