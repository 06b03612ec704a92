import { expect, test } from 'vitest'
import { groupByDay } from '../../../renderer/conversations/day-groups.ts'
import { listRows } from '../../../renderer/conversations/list-rows.ts'

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime()
const summary = (id: string, updatedAtMs: number) => ({
  id,
  title: id,
  createdAtMs: 0,
  updatedAtMs,
  pinned: false,
  streaming: false,
})

test('conversations stand under their days, in the order given', () => {
  const list = [
    summary('noon', at(18, 12)),
    summary('midnight', at(18, 0)),
    summary('late', at(17, 23)),
    summary('early', at(17, 0)),
    summary('before', at(16, 23)),
    summary('old', at(2, 9)),
  ]
  const groups = groupByDay(list, at(18, 13)).map(({ title, items }) => [title, items.map(({ id }) => id)])
  expect(groups).toEqual([
    ['Today', ['noon', 'midnight']],
    ['Yesterday', ['late', 'early']],
    ['Last 7 days', ['before']],
    ['Earlier', ['old']],
  ])
})

test('the list is headings and conversations, pinned ones first, counted through', () => {
  const list = [
    { ...summary('pinned', at(2, 9)), pinned: true },
    summary('noon', at(18, 12)),
    summary('midnight', at(18, 0)),
    summary('old', at(2, 9)),
  ]
  const rows = listRows(list, at(18, 13)).map((row) => (row.kind === 'day' ? row.title : row.position))
  expect(rows).toEqual(['Pinned', 0, 'Today', 1, 2, 'Earlier', 3])
})
