// @vitest-environment happy-dom
import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ColumnId } from '../../../renderer/compare/columns.ts'
import { FigureTable } from '../../../renderer/compare/figure-table.tsx'
import { picked } from '../../../renderer/compare/table-keys.ts'
import { TurnsSheet } from '../../../renderer/compare/turns-sheet.tsx'
import { TurnsTable } from '../../../renderer/compare/turns-table.tsx'
import type { TurnSummary } from '../../../shared/metrics/turn-summary.ts'
import { failed, ok } from '../fake-bridge.ts'
import { click, type Mounted, mount, press } from '../mount.tsx'
import { reply } from '../samples.ts'
import { figure, summary } from './summaries.ts'

let page: Mounted
afterEach(() => page.unmount())

const shown: string[] = []
const sortedBy: ColumnId[] = []

function Table({ turns }: { turns: readonly TurnSummary[] }) {
  const [picks, setPicks] = useState<readonly string[]>([])
  const [current, setCurrent] = useState<string | null>(null)
  return (
    <TurnsTable
      turns={turns}
      sort={{ column: 'decodeRate', descending: true }}
      onSort={(column) => sortedBy.push(column)}
      picks={picks}
      onPick={(replyId) => setPicks(picked(picks, replyId))}
      current={current}
      onCurrent={setCurrent}
      onShow={({ replyId }) => shown.push(replyId)}
    />
  )
}

const rows = () => [...page.host.querySelectorAll<HTMLElement>('tbody tr[data-reply]')]
const cell = (row: number, column: ColumnId) =>
  rows()[row]?.querySelector<HTMLElement>(`td[data-column="${column}"]`)
const three = [
  summary('a', {
    tokens: figure(1234, 'tokens'),
    decodeRate: figure(71.44, 'tok/s', 'measured'),
    timeToFirstToken: figure(0.613, 's', 'measured'),
    energyPerToken: figure(0.384, 'J/token', 'estimated'),
  }),
  summary('b', { demo: true, stopped: true, model: 'demo/canned' }),
  summary('c', { noEnergyReason: 'It runs on the Neural Engine.' }),
]

test('shows each figure with its unit or heading and its source, and why one is missing', async () => {
  page = await mount(<Table turns={three} />)
  expect(cell(0, 'tokens')?.textContent).toBe('1,234, from the server')
  expect(cell(0, 'decodeRate')?.textContent).toBe('71.4, measured here')
  expect(cell(0, 'timeToFirstToken')?.textContent).toBe('0.61 s, measured here')
  expect(cell(0, 'energyPerToken')?.textContent).toBe('0.38, estimated')
  expect(cell(0, 'energyPerToken')?.querySelector('i')?.dataset.source).toBe('estimated')
  expect(cell(1, 'model')?.textContent).toBe('canneddemostopped')
  expect(cell(2, 'energyPerToken')?.textContent).toBe('–')
  expect(cell(2, 'energyPerToken')?.querySelector('span')?.title).toBe('It runs on the Neural Engine.')
})

test('is walked, picked from and shown with keys; a third pick takes the place of the first', async () => {
  page = await mount(<Table turns={three} />)
  const grid = page.host.querySelector('[role="grid"]')
  const stop = () => rows().findIndex(({ tabIndex }) => tabIndex === 0)
  const selected = () => rows().map((row) => row.getAttribute('aria-selected'))
  expect(stop()).toBe(0)
  for (const key of [' ', 'ArrowDown', ' ', 'End', ' ', 'Enter'])
    await press(rows()[stop()] ?? page.host, key)
  expect(document.activeElement).toBe(rows()[2])
  expect(selected()).toEqual(['false', 'true', 'true'])
  expect(shown.splice(0)).toEqual(['c'])
  expect(grid?.getAttribute('aria-rowcount')).toBe('4')
  const heading = page.host.querySelector('th[data-column="model"] button')
  // A heading hears Space itself: it is no row.
  await press(heading ?? page.host, ' ')
  expect(selected()).toEqual(['false', 'true', 'true'])
  await click(heading)
  expect(sortedBy.splice(0)).toEqual(['model'])
  expect(page.host.querySelector('th[aria-sort]')?.getAttribute('aria-sort')).toBe('descending')
})

test('two turns side by side with their ratio, and what differs', async () => {
  const [a, b] = [reply('a', 'u'), reply('b', 'u')]
  const other = { ...b, request: { ...b.request, thinking: 'on' as const } }
  page = await mount(
    <FigureTable
      a={summary('a', { decodeRate: figure(80), tokens: figure(10, 'tokens') })}
      b={summary('b', { decodeRate: figure(60, 'tok/s', 'measured') })}
      replies={[a, other]}
    />,
  )
  const texts = (selector: string) =>
    [...page.host.querySelectorAll(`${selector} td`)].map(({ textContent }) => textContent)
  expect(texts('[data-figure="decodeRate"]')).toEqual([
    '80.0, from the server',
    '60.0, measured here',
    '0.75 mixed',
  ])
  expect(texts('[data-figure="tokens"]')).toEqual(['10, from the server', '–', '–'])
  expect(texts('[aria-label="Settings that differ"]')).toEqual(['left to the server', 'on'])
})

test('a list that cannot be read says so and can be tried again; an empty one says what comes', async () => {
  page = await mount(<TurnsSheet />, (bridge) =>
    bridge.answer('turns.list', () => failed('unavailable', 'The file cannot be opened.')),
  )
  const alert = () => page.host.querySelector('[role="alert"]')
  expect(alert()?.textContent).toContain('The turns could not be read. The file cannot be opened.')
  expect(page.host.textContent).not.toContain('No turns yet')
  page.bridge.answer('turns.list', () => ok({ items: [], next: null, total: 0, unreadable: 0 }))
  await click(alert()?.querySelector('button'))
  await act(async () => {})
  expect(alert()).toBeNull()
  expect(page.host.textContent).toContain('No turns yet')
})
