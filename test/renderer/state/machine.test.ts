import { afterEach, expect, it, vi } from 'vitest'
import { createMachine } from '../../../renderer/state/machine.ts'
import type { DashboardState } from '../../../shared/metrics/live-machine.ts'
import { FakeBridge, failed, ok } from '../fake-bridge.ts'

afterEach(() => vi.useRealTimers())

const running: DashboardState = {
  power: { state: 'running', source: 'macmon', unreadable: 0, message: null },
  server: null,
}

it('tells main while it watches, again and again, and that it has stopped', async () => {
  vi.useFakeTimers()
  const bridge = new FakeBridge().answer('dashboard.visible', () => ok(running))
  const machine = createMachine(bridge)
  expect(bridge.calls).toEqual([])
  const end = machine.watch()
  await vi.advanceTimersByTimeAsync(25_000)
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(bridge.calls.map(({ input }) => (input as { visible: boolean }).visible)).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(new Set(bridge.calls.map(({ input }) => (input as { viewId: string }).viewId)).size).toBe(1)
  expect(machine.store.getState().power).toEqual(running.power)
})

it('keeps the latest reading, and forgets it when nothing measures any more', () => {
  const machine = createMachine(
    new FakeBridge().answer('dashboard.visible', () => failed('disconnected', '')),
  )
  const column = {
    source: 'macmon' as const,
    atMs: [1, 2],
    gpuPct: [1, 2],
    dramPowerW: [null, null],
    bwGbs: [null, null],
  }
  machine.addSamples({ ...column, gpuPowerW: [3, 4] })
  expect(machine.store.getState().gpuPowerW).toBe(4)
  machine.setPower({ ...running.power, state: 'failed' })
  expect(machine.store.getState().gpuPowerW).toBeNull()
})
