import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { writeText } from '../../../main/demo/http.ts'
import { startDemoServer } from '../../../main/demo/index.ts'
import {
  CHAT_PATH,
  chat,
  framesOf,
  metric,
  open,
  readAnswer,
  readUntil,
  send,
  untilMetric,
} from './client.ts'

const pause = (ms = 10) => new Promise((resolve) => setTimeout(resolve, ms))

test('a client that goes away ends the generation and its id', async () => {
  const server = await startDemoServer({ rateTokS: 100 })
  try {
    const headers = { 'X-Request-ID': 'left', 'X-AFM-Profile': 'extended' }
    const response = await open(server.url + CHAT_PATH, { body: chat('long'), headers })
    await readUntil(response, /reasoning_content/)
    response.destroy()
    await untilMetric(server.url, 'num_requests_running', 0)
    expect(await metric(server.url, 'requests_completed_total')).toBe(1)
    const cancel = await send(`${server.url}${CHAT_PATH}/left/cancel`, { method: 'POST' })
    expect(cancel.status).toBe(404)
    // The sampler is free again.
    const next = await send(server.url + CHAT_PATH, { body: chat('hi', { max_tokens: 30 }), headers })
    expect(next.text).toContain('gpu_power_avg_w')
  } finally {
    await server.close()
  }
})

test('a client that reads late gets everything', async () => {
  const server = await startDemoServer({ rateTokS: 100_000 })
  try {
    const response = await open(server.url + CHAT_PATH, { body: chat('long') })
    while ((await metric(server.url, 'generation_tokens_total')) < 10_000) await pause()
    const all = framesOf((await readAnswer(response)).text)
    const usage = all.at(-2) as { usage: { completion_tokens: number } }
    expect(all.at(-1)).toBe('[DONE]')
    expect(all).toHaveLength(usage.usage.completion_tokens + 4)
  } finally {
    await server.close()
  }
})

test('a writer waits for a client that reads nothing, and goes on when it reads or is stopped', async () => {
  const piece = 'x'.repeat(64 * 1024)
  const stop = new AbortController()
  let written = 0
  // 64 MB: more than the sockets' buffers hold on any system.
  const server = createServer(async (_req, res) => {
    for (written = 0; written < 1024; written++) await writeText(res, piece, stop.signal)
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const untilStill = async () => {
    for (let before = -1; before !== written || written === 0; await pause(200)) before = written
  }
  try {
    const reads = await open(url)
    await untilStill()
    expect(written).toBeLessThan(1024)
    expect((await readAnswer(reads)).text.length).toBe(64 * 1024 * 1024)

    const reading = await open(url)
    await untilStill()
    expect(written).toBeLessThan(1024)
    stop.abort()
    while (written < 1024) await pause()
    reading.destroy()
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('close ends open streams at once', async () => {
  const server = await startDemoServer({ rateTokS: 5 })
  const response = await open(server.url + CHAT_PATH, { body: chat('long') })
  await readUntil(response, /"role"/)
  await server.close()
  expect((await readAnswer(response)).broken).toBe(true)
  await expect(send(`${server.url}/health`)).rejects.toThrow(/ECONNREFUSED/)
})

test('two servers run side by side on free ports, and a taken port is an error', async () => {
  const [first, second] = [await startDemoServer(), await startDemoServer()]
  try {
    expect(first.port).not.toBe(second.port)
    expect(first.url).toBe(`http://127.0.0.1:${first.port}`)
    await expect(startDemoServer({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  } finally {
    await Promise.all([first.close(), second.close()])
  }
})
