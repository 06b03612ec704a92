import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endOfKey,
  FOLLOWING,
  type Follow,
  type FollowEvent,
  follow,
  intentOfKey,
  mayPin,
} from '../../../renderer/chat/follow.ts'

const after = (...events: FollowEvent[]): Follow => events.reduce(follow, FOLLOWING)
const scroll = (topPx: number, toEndPx: number): FollowEvent => ({ type: 'scroll', topPx, toEndPx })
const intent = (what: 'up' | 'down' | 'drag'): FollowEvent => ({ type: 'intent', intent: what })

test('no change of the layout gives it up, whatever it does to the offsets', () => {
  const layout = fc.record({
    type: fc.constant('scroll' as const),
    topPx: fc.nat(100_000),
    toEndPx: fc.nat(100_000),
  })
  fc.assert(fc.property(fc.array(layout), (events) => after(...events).following))
})

test('a scroll up by the user gives it up, even by a little', () => {
  expect(after(scroll(500, 0), intent('up'), scroll(497, 3)).following).toBe(false)
  expect(after(scroll(500, 0), intent('drag'), scroll(400, 100)).following).toBe(false)
})

test('a wheel turned up where nothing can scroll gives nothing up', () => {
  expect(after(intent('up'), { type: 'rest' }).following).toBe(true)
})

test('a gesture upwards holds the page still before its scroll has come', () => {
  expect(mayPin(after(intent('up')))).toBe(false)
  expect(mayPin(after(intent('up'), { type: 'rest' }))).toBe(true)
})

test('it is taken up again by the user’s own scroll to the end, and not by the layout', () => {
  const away = [scroll(500, 0), intent('up'), scroll(400, 100), { type: 'rest' }] as const
  expect(after(...away, scroll(490, 10)).following).toBe(false)
  expect(after(...away, intent('down'), scroll(490, 10)).following).toBe(true)
  expect(after(...away, intent('down'), scroll(450, 50)).following).toBe(false)
  expect(after(...away, { type: 'jump' }).following).toBe(true)
})

test('a place that was asked for at the end is followed again, one further up is not', () => {
  const away = [scroll(500, 0), { type: 'leave' }] as const
  expect(after(...away, { type: 'arrive', toEndPx: 3 }).following).toBe(true)
  expect(after(...away, { type: 'arrive', toEndPx: 300 }).following).toBe(false)
})

test('keys', () => {
  expect(intentOfKey('PageUp', false)).toBe('up')
  expect(intentOfKey(' ', true)).toBe('up')
  expect(intentOfKey(' ', false)).toBe('down')
  expect(intentOfKey('a', false)).toBeNull()
  expect([endOfKey('Home', false), endOfKey('ArrowUp', true)]).toEqual(['start', 'start'])
  expect([endOfKey('End', false), endOfKey('ArrowDown', true)]).toEqual(['end', 'end'])
  expect(endOfKey('ArrowUp', false)).toBeNull()
})
