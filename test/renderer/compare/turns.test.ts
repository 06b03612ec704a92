import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderAxis, quantityAxis } from '../../../renderer/compare/axes.ts'
import { COLUMNS, missingReason, modelName, modelNames, sorted } from '../../../renderer/compare/columns.ts'
import { leftOutWords, MOST_MODELS, nearest, pointCloud } from '../../../renderer/compare/points.ts'
import { picked, tableStep } from '../../../renderer/compare/table-keys.ts'
import { turnsCsv } from '../../../renderer/compare/turns-csv.ts'
import { countWords } from '../../../renderer/compare/words.ts'
import { COMPARED, type TurnSummary } from '../../../shared/metrics/turn-summary.ts'
import { figure, summary } from './summaries.ts'

/** Turns of any shape: figures there or not, texts as hostile as they come. */
const maybe = fc.option(
  fc.double({ min: 0, max: 1e6, noNaN: true }).map((value) => figure(value)),
  { nil: null },
)
const anyTurn: fc.Arbitrary<TurnSummary> = fc
  .record({
    replyId: fc.uuid(),
    conversationTitle: fc.string(),
    createdAtMs: fc.integer({ min: 0, max: 2e12 }),
    model: fc.constantFrom('', 'a', 'b', 'c/d', 'e', 'f', 'g', 'h', 'i', '=1+1'),
    demo: fc.boolean(),
    contextTokens: maybe,
    decodeRate: maybe,
    energyPerToken: maybe,
    noEnergyReason: fc.option(fc.string(), { nil: null }),
  })
  .map((more) => summary(more.replyId, more))
const anyTurns = fc.array(anyTurn, { maxLength: 40 })

describe('sorting', () => {
  const turns = [
    summary('a', { decodeRate: figure(50), model: 'Model 10' }),
    summary('b', { model: 'Model 9' }),
    summary('c', { decodeRate: figure(7), model: '' }),
    summary('d', { decodeRate: figure(71.4), model: 'model 2' }),
  ]
  const order = (column: 'decodeRate' | 'model', descending: boolean) =>
    sorted(turns, { column, descending })
      .map(({ replyId }) => replyId)
      .join('')

  it('puts numbers and names in their order, and what is missing last in either', () => {
    expect(order('decodeRate', false)).toBe('cadb')
    expect(order('decodeRate', true)).toBe('dacb')
    expect(order('model', false)).toBe('dbac')
    expect(order('model', true)).toBe('abdc')
  })

  it('law: a permutation, in order, with nothing after what is missing', () => {
    const column = fc.constantFrom(...COLUMNS.map(({ id }) => id))
    fc.assert(
      fc.property(anyTurns, column, fc.boolean(), (list, id, descending) => {
        const result = sorted(list, { column: id, descending })
        expect(new Set(result)).toEqual(new Set(list))
        expect(result).toHaveLength(list.length)
        if (id === 'when' || id === 'conversation' || id === 'model') return
        const values = result.map((turn) => turn[id]?.value ?? null)
        const known = values.filter((value) => value !== null)
        expect(values.slice(known.length).every((value) => value === null)).toBe(true)
        expect(known).toEqual(known.toSorted((a, b) => (descending ? b - a : a - b)))
      }),
    )
  })
})

describe('the points of the chart', () => {
  it('are one series for each model, most turns first, and six models at most', () => {
    const turns = 'aaabbc'
      .split('')
      .map((model, at) =>
        summary(`${at}`, { model, createdAtMs: at, decodeRate: figure(at), contextTokens: figure(10 * at) }),
      )
    const cloud = pointCloud(turns, 'decodeRate', 'contextTokens')
    expect(cloud.series.map(({ label, style, points }) => [label, style, points.map(({ x }) => x)])).toEqual([
      ['a', 0, [0, 10, 20]],
      ['b', 1, [30, 40]],
      ['c', 2, [50]],
    ])
    // With a filter the model keeps its look; by order the first is 1.
    const filtered = pointCloud(turns.slice(3, 5), 'decodeRate', 'order', turns)
    expect(
      filtered.series.map(({ label, style, points }) => [label, style, points.map(({ x }) => x)]),
    ).toEqual([['b', 1, [1, 2]]])
    const many = Array.from({ length: 9 }, (_, at) =>
      summary(`${at}`, { model: `m${at}`, decodeRate: figure(1), contextTokens: figure(1) }),
    )
    const series = pointCloud(many, 'decodeRate', 'contextTokens').series
    expect(series).toHaveLength(MOST_MODELS + 1)
    expect(series.at(-1)).toMatchObject({ label: 'Other models', style: MOST_MODELS })
    expect(series.at(-1)?.points).toHaveLength(3)
  })

  it('leave the demo’s made-up figures out beside real ones, and say what lacks', () => {
    const real = summary('r', { decodeRate: figure(5), contextTokens: figure(100) })
    const demo = summary('d', { demo: true, decodeRate: figure(90), contextTokens: figure(100) })
    const bare = summary('b')
    const unplaced = summary('u', { decodeRate: figure(5) })
    const cloud = pointCloud([real, demo, bare, unplaced], 'decodeRate', 'contextTokens')
    expect(cloud.series.flatMap(({ points }) => points.map(({ turn }) => turn.replyId))).toEqual(['r'])
    expect(leftOutWords(cloud, 'decodeRate')).toBe(
      '1 turn has no decode rate · 1 turn has no context length · 1 demo turn left out: made-up figures',
    )
    const alone = pointCloud([demo], 'decodeRate', 'contextTokens')
    expect([alone.series.length, leftOutWords(alone, 'decodeRate')]).toEqual([1, ''])
    const twelve = Array.from({ length: 12 }, (_, at) => summary(`${at}`))
    expect(leftOutWords(pointCloud(twelve, 'energyPerToken', 'order'), 'energyPerToken')).toBe(
      '12 turns have no energy figure',
    )
  })

  it('law: every listed turn is drawn once, or counted once as left out', () => {
    const y = fc.constantFrom('decodeRate' as const, 'energyPerToken' as const)
    const x = fc.constantFrom('contextTokens' as const, 'order' as const)
    fc.assert(
      fc.property(anyTurns, y, x, (turns, figureId, axis) => {
        const { series, lacksX, lacksY, demo } = pointCloud(turns, figureId, axis)
        const drawn = series.flatMap(({ points }) => points.map(({ turn }) => turn))
        const all = [...drawn, ...lacksX, ...lacksY, ...demo]
        expect(all).toHaveLength(turns.length)
        expect(new Set(all)).toEqual(new Set(turns))
        expect(new Set(series.map(({ style }) => style)).size).toBe(series.length)
        if (turns.some((turn) => !turn.demo)) expect(drawn.some((turn) => turn.demo)).toBe(false)
      }),
    )
  })

  it('are found by the pointer within reach, the nearest first', () => {
    const turn = (id: string, at: number) =>
      summary(id, { decodeRate: figure(at), contextTokens: figure(at) })
    const { series } = pointCloud([turn('a', 10), turn('b', 20)], 'decodeRate', 'contextTokens')
    const at = (x: number) =>
      nearest(series, { x, y: x }, (point) => ({ x: point.x, y: point.y.value }), 6)?.turn.replyId ?? null
    expect([at(10), at(14), at(16), at(21), at(30)]).toEqual(['a', 'a', 'b', 'b', null])
  })
})

describe('the axes', () => {
  it('begin at zero, or at the first turn', () => {
    expect(quantityAxis([71.4, 12])).toEqual({ min: 0, max: 80, ticks: [0, 20, 40, 60, 80] })
    expect(quantityAxis([])).toEqual({ min: 0, max: 1, ticks: [0, 0.25, 0.5, 0.75, 1] })
    expect(orderAxis(5)).toEqual({ min: 0, max: 6, ticks: [1, 2, 3, 4, 5] })
    expect(orderAxis(60).ticks).toEqual([1, 10, 20, 30, 40, 50, 60])
    expect(orderAxis(500).ticks).toEqual([1, 100, 200, 300, 400, 500])
    expect(orderAxis(1).ticks).toEqual([1])
  })
})

/** Reads RFC 4180, as a spreadsheet would. */
function parseCsv(csv: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let inQuotes = false
  for (let at = 0; at < csv.length; at += 1) {
    const char = csv[at]
    if (inQuotes) {
      if (char !== '"') cell += char
      else if (csv[at + 1] === '"') {
        cell += '"'
        at += 1
      } else inQuotes = false
    } else if (char === '"') inQuotes = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\r' && csv[at + 1] === '\n') {
      rows.push([...row, cell])
      row = []
      cell = ''
      at += 1
    } else cell += char
  }
  return rows
}

describe('the CSV', () => {
  it('has units in its headings and the source of each figure beside it', () => {
    const turn = summary('r1', {
      conversationTitle: 'Say "hi", twice',
      createdAtMs: Date.UTC(2026, 10, 12, 14, 3),
      model: '=HYPERLINK("x")',
      stopped: true,
      decodeRate: figure(71.4567, 'tok/s', 'measured'),
      energyPerToken: figure(0.1 + 0.2, 'J/token', 'estimated'),
    })
    const [headings = [], row = []] = parseCsv(turnsCsv([turn]))
    const of = (heading: string) => row[headings.indexOf(heading)]
    expect(of('time')).toBe('2026-11-12T14:03:00.000Z')
    expect(of('conversation')).toBe('Say "hi", twice')
    expect(of('model')).toBe('\'=HYPERLINK("x")')
    expect([of('decode_tok_s'), of('decode_tok_s_source')]).toEqual(['71.4567', 'measured'])
    expect([of('energy_per_token_j'), of('energy_per_token_j_source')]).toEqual([
      '0.30000000000000004',
      'estimated',
    ])
    expect([of('tokens'), of('tokens_source'), of('end')]).toEqual(['', '', 'stopped'])
    expect(headings).toHaveLength(row.length)
  })

  it('law: reads back as it was, and no cell begins a formula', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const [headings = [], ...rows] = parseCsv(turnsCsv(turns))
        expect(rows).toHaveLength(turns.length)
        for (const [at, row] of rows.entries()) {
          expect(row).toHaveLength(headings.length)
          for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
          const cell = (heading: string) => row[headings.indexOf(heading)] ?? ''
          const title = turns[at]?.conversationTitle ?? ''
          expect(cell('conversation')).toBe(/^[=+\-@\t\r]/.test(title) ? `'${title}` : title)
          expect(cell('reply_id')).toBe(turns[at]?.replyId)
          const rate = turns[at]?.decodeRate?.value
          expect(cell('decode_tok_s')).toBe(rate === undefined ? '' : String(rate))
          if (rate !== undefined) expect(Number(cell('decode_tok_s'))).toBe(rate + 0)
        }
      }),
    )
  })

  it('leaves no compared figure out', () => {
    const [headings = []] = parseCsv(turnsCsv([]))
    expect(headings.filter((heading) => heading.endsWith('_source'))).toHaveLength(COMPARED.length)
  })
})

describe('words', () => {
  it('count turns as they are', () => {
    const state = { items: Array(37).fill(0), total: 37, more: false, unreadable: 0 }
    expect(countWords(state, 37)).toBe('37 turns')
    expect(countWords(state, 1)).toBe('1 of 37 turns')
    expect(countWords({ ...state, unreadable: 1 }, 37)).toBe('37 turns · 1 turn could not be read')
    const long = { items: Array(500).fill(0), total: 1204, more: true, unreadable: 0 }
    expect(countWords(long, 500)).toBe('newest 500 of 1,204 turns')
    expect(countWords(long, 20)).toBe('20 of newest 500 of 1,204 turns')
    expect(countWords({ ...state, items: null }, 0)).toBe('')
  })

  it('name models shortly, and wholly where two would read the same', () => {
    expect([modelName('mlx-community/Qwen3-4bit'), modelName('')]).toEqual(['Qwen3-4bit', 'Unknown model'])
    expect([...modelNames(['a/x', 'b/x', 'b/y']).values()]).toEqual(['a/x', 'b/x', 'y'])
  })

  it('say why a figure is missing, as far as it is known', () => {
    const foundation = summary('f', { noEnergyReason: 'Runs on the Neural Engine.' })
    expect(missingReason(foundation, 'energyPerToken')).toBe('Runs on the Neural Engine.')
    expect(missingReason(foundation, 'gpuPowerAvg')).toBe('Runs on the Neural Engine.')
    expect(missingReason(foundation, 'decodeRate')).toBe('Not known of this turn.')
    expect(missingReason(summary('u', { gpuEnergy: figure(9, 'J') }), 'energyPerToken')).toContain(
      'did not count',
    )
  })
})

describe('the keys of the table', () => {
  it('move within it, pick and show', () => {
    const to = (key: string, at: number) => {
      const step = tableStep(key, at, 30)
      return step?.kind === 'move' ? step.to : step
    }
    expect([to('ArrowDown', 0), to('ArrowDown', 29), to('ArrowUp', 0), to('PageDown', 3)]).toEqual([
      1, 29, 0, 13,
    ])
    expect([to('PageUp', 3), to('Home', 9), to('End', 9)]).toEqual([0, 0, 29])
    expect([to(' ', 1), to('Enter', 1), to('x', 1)]).toEqual([{ kind: 'pick' }, { kind: 'show' }, null])
    expect(tableStep('ArrowDown', 0, 0)).toBeNull()
  })

  it('keep two picks at most; the older gives way', () => {
    expect(picked([], 'a')).toEqual(['a'])
    expect(picked(['a', 'b'], 'c')).toEqual(['b', 'c'])
    expect(picked(['a', 'b'], 'a')).toEqual(['b'])
  })
})
