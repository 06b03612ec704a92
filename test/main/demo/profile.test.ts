import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoServer, startDemoServer } from '../../../main/demo/index.ts'
import type { Turn } from '../../../shared/stream/turn.ts'
import { CHAT_PATH, chat, framesOf, open, readTurn, readUntil, send } from './client.ts'

let server: DemoServer
beforeAll(async () => {
  server = await startDemoServer({ rateTokS: 400 })
})
afterAll(() => server.close())

async function profiled(level: string, body = chat('hello')): Promise<Turn> {
  return readTurn(await open(server.url + CHAT_PATH, { body, headers: { 'X-AFM-Profile': level } }))
}

test('sends the summary for "true", all its keys', async () => {
  const answer = await send(server.url + CHAT_PATH, {
    body: chat('hello'),
    headers: { 'X-AFM-Profile': 'true' },
  })
  const event = framesOf(answer.text).at(-2) as { afm_profile: object }
  expect(Object.keys(event.afm_profile).sort()).toEqual(
    [
      'gpu_power_avg_w',
      'gpu_power_peak_w',
      'gpu_samples',
      'memory_weights_gib',
      'memory_kv_gib',
      'memory_peak_gib',
      'prefill_tok_s',
      'decode_tok_s',
      'chip',
      'theoretical_bw_gbs',
      'est_bandwidth_gbs',
    ].sort(),
  )
})

test('samples the real time of the reply, first at 0.1 s and then every 0.3 s', async () => {
  const turn = await profiled('extended')
  const { samples, profile, timings } = turn
  const totalS = ((timings?.promptMs ?? 0) + (timings?.predictedMs ?? 0)) / 1000
  expect(samples.map((sample) => sample.t)).toEqual(
    Array.from(
      { length: Math.floor((totalS - 0.1) / 0.3) + 1 },
      (_, n) => Math.round((0.1 + n * 0.3) * 10) / 10,
    ),
  )
  expect(samples.length).toBeGreaterThan(3)
  expect(profile?.gpuSamples).toBe(samples.length)
  expect(samples[0]).not.toHaveProperty('bwGbs')
})

test('tells a machine whose figures fit together', async () => {
  // A prompt of some 400 tokens, so that a sample falls into the prefill.
  const { samples, profile } = await profiled('extended', chat('words '.repeat(400), { max_tokens: 300 }))
  const watts = samples.map((sample) => sample.gpuPowerW ?? 0)
  const mean = watts.reduce((sum, value) => sum + value, 0) / watts.length
  expect(profile?.gpuPowerAvgW).toBeCloseTo(mean, 1)
  expect(profile?.gpuPowerPeakW).toBe(Math.max(...watts))
  expect(watts[1]).toBeGreaterThan(watts[0] ?? 0)
  const bandwidth = samples.at(-1)?.bwGbs ?? 0
  expect(bandwidth).toBeLessThan(profile?.theoreticalBwGbs ?? 0)
  expect(Math.abs(bandwidth - (profile?.estBandwidthGbs ?? 0)) / bandwidth).toBeLessThan(0.05)
  expect(profile?.memoryPeakGib).toBeGreaterThan(profile?.memoryWeightsGib ?? Number.POSITIVE_INFINITY)
})

test('sends none unasked, for another value, or for the Foundation stand-in', async () => {
  const plain = await readTurn(await open(server.url + CHAT_PATH, { body: chat('hello', { max_tokens: 5 }) }))
  expect(plain.profile).toBeNull()
  expect((await profiled('no', chat('hello', { max_tokens: 5 }))).profile).toBeNull()
  const foundation = chat('hello', { model: 'demo/foundation', max_tokens: 50 })
  expect((await profiled('extended', foundation)).profile).toBeNull()
})

test('has one sampler: a second profile at the same time has no power', async () => {
  const headers = { 'X-AFM-Profile': 'extended' }
  const first = await open(server.url + CHAT_PATH, { body: chat('long'), headers })
  await readUntil(first, /reasoning_content/)
  const second = await profiled('extended', chat('hello', { max_tokens: 100 }))
  expect(second.profile?.decodeTokS).toBeGreaterThan(0)
  expect(second.profile).not.toHaveProperty('gpuPowerAvgW')
  expect(second.samples).toEqual([])
  first.destroy()
})
