import { afterEach, expect, it, vi } from 'vitest'
import { DashboardViews } from '../../../main/dashboard/views.ts'

afterEach(() => vi.useRealTimers())

it('is in view while any page says so, and until the last one stops', () => {
  const told: boolean[] = []
  const views = new DashboardViews((inView) => told.push(inView))
  views.set('a', true)
  views.set('b', true)
  views.set('a', false)
  expect(views.inView).toBe(true)
  views.set('b', false)
  views.set('b', false)
  expect(told).toEqual([true, false])
})

it('believes a page that falls silent no longer than its lease', () => {
  vi.useFakeTimers()
  const told: boolean[] = []
  const views = new DashboardViews((inView) => told.push(inView), 1000)
  views.set('a', true)
  vi.advanceTimersByTime(900)
  views.set('a', true)
  vi.advanceTimersByTime(900)
  expect(views.inView).toBe(true)
  vi.advanceTimersByTime(200)
  expect(told).toEqual([true, false])
})
