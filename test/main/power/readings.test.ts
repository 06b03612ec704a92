import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLine } from '../../../main/power/readings.ts'
import { recordedLines } from '../../fixtures/fake-tool.ts'

const first = (file: string) => recordedLines(file).split('\n')[5] ?? ''

it('reads macmon, as it is and as it was', () => {
  expect(readLine('macmon', first('macmon.jsonl'))).toEqual({
    gpuPowerW: expect.closeTo(27.1, 0),
    gpuPct: 98,
    dramPowerW: 5.9,
    bwGbs: null,
  })
  expect(readLine('macmon', first('macmon-old.jsonl'))).toMatchObject({ gpuPct: 98, dramPowerW: 0.118 })
})

it('reads mactop, alone on its line or inside an array', () => {
  const reading = { gpuPowerW: expect.closeTo(27.1, 0), gpuPct: 98, dramPowerW: 5.9, bwGbs: 252 }
  const line = first('mactop.jsonl')
  expect(readLine('mactop', line)).toEqual(reading)
  for (const wrapped of [`[${line}`, `,${line}`, `  ${line},`, `[${line}]`])
    expect(readLine('mactop', wrapped)).toEqual(reading)
  for (const nothing of ['', '[', ']', ' , ']) expect(readLine('mactop', nothing)).toBeUndefined()
  const { gpu_metrics: _gone, ...older } = JSON.parse(line)
  expect(readLine('mactop', JSON.stringify(older))).toEqual(reading)
})

it('takes what is there, and calls a line without GPU power unreadable', () => {
  const only = { gpuPowerW: 3, gpuPct: null, dramPowerW: null, bwGbs: null }
  expect(readLine('macmon', '{"gpu_power":3}')).toEqual(only)
  expect(
    readLine('macmon', '{"gpu_power":3,"gpu_usage":[400],"ram_power":-1,"gpu_active_ratio":"1"}'),
  ).toEqual(only)
  expect(readLine('mactop', '{"soc_metrics":{"gpu_power":3},"gpu_usage":null}')).toEqual(only)
  expect(readLine('macmon', '{"gpu_power":0,"gpu_active_ratio":1.2}')).toMatchObject({
    gpuPowerW: 0,
    gpuPct: 100,
  })
  for (const bad of [
    '{"gpu_power":-2}',
    '{"gpu_power":"3"}',
    '{"gpu_power":null}',
    '{}',
    '7',
    '{"gpu_pow',
    'thread panicked',
  ])
    expect(readLine('macmon', bad)).toBeNull()
  expect(readLine('mactop', '{"gpu_power":3}')).toBeNull()
})

it('law: never throws, and whatever it reads is finite and not negative', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('macmon' as const, 'mactop' as const),
      fc.oneof(fc.string(), fc.json()),
      (source, line) => {
        const reading = readLine(source, line)
        for (const value of Object.values(reading ?? {}))
          if (value !== null) expect(Number.isFinite(value) && value >= 0).toBe(true)
      },
    ),
  )
})
