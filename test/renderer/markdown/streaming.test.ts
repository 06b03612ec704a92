// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cut, documents } from './documents.ts'
import { mount } from './render.ts'

/** The DOM without the ids that React counts up. */
const html = (root: HTMLElement) => root.innerHTML.replaceAll(/id="[^"]*"/g, '')

/** What a reply looks like when it comes whole. */
function whole(text: string): string {
  const rendered = mount()
  rendered.show(text, false)
  const result = html(rendered.root)
  rendered.unmount()
  return result
}

/** Whether these are the very same elements, not only equal ones. */
function sameElements(ours: readonly Element[], theirs: readonly Element[]): boolean {
  return ours.length === theirs.length && ours.every((element, index) => element === theirs[index])
}

// On this clock rendering takes no time, so that no text is held back for its cost.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('a streamed reply', () => {
  test('ends as the same DOM as one that came whole', () => {
    const withReferences = documents.map(
      (text) => `${text}\n\n[ref] and[^1]\n\n[ref]: https://a.example\n[^1]: Note.`,
    )
    fc.assert(
      fc.property(
        fc.oneof(documents, withReferences),
        fc.array(fc.nat(), { maxLength: 8 }),
        (text, seeds) => {
          const rendered = mount()
          let sent = ''
          for (const piece of cut(text, seeds)) {
            sent += piece
            rendered.show(sent, true)
          }
          rendered.show(text, false)
          const streamed = html(rendered.root)
          rendered.unmount()
          expect(streamed).toBe(whole(text))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps the elements of finished blocks while more comes, and when it ends', () => {
    const rendered = mount()
    const blocks = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}.\n\n`)
    let text = ''
    const seen: Element[] = []
    for (const block of blocks) {
      text += block
      rendered.show(text, true)
      const paragraphs = rendered.root.querySelectorAll('p')
      expect(sameElements([...paragraphs].slice(0, seen.length), seen)).toBe(true)
      seen.push(...[...paragraphs].slice(seen.length))
    }
    rendered.show(text, false)
    expect(sameElements([...rendered.root.querySelectorAll('p')], seen)).toBe(true)
    expect(seen).toHaveLength(40)
    rendered.unmount()
  })

  test('only adds to a growing fence, and keeps its elements when it closes', () => {
    const rendered = mount()
    const line = 'const value = compute(1, 2, 3)\n'
    let text = '```ts\n'
    rendered.show(text, true)
    const code = rendered.root.querySelector('code')
    for (let count = 0; count < 40; count++) {
      text += line.repeat(10)
      rendered.show(text, true)
    }
    const before = [...(code?.children ?? [])]
    expect(before.length).toBeGreaterThan(4)
    for (const closing of ['`', '``', '```', '```\n', '```\n\nDone.']) {
      rendered.show(text + closing, true)
      expect(rendered.root.querySelector('code')).toBe(code)
      expect(sameElements([...(code?.children ?? [])], before)).toBe(true)
      expect(code?.textContent).toBe(line.repeat(400))
    }
    rendered.show(`${text}\`\`\`\n\nDone.`, false)
    expect(code?.isConnected).toBe(true)
    expect(code?.textContent).toBe(line.repeat(400))
    rendered.unmount()
  })

  test('an unfinished fence keeps every character when the reply ends', () => {
    const rendered = mount()
    rendered.show('~~~~\n~~~', true)
    expect(rendered.root.querySelector('code')?.textContent).toBe('')
    rendered.show('~~~~\n~~~', false)
    expect(rendered.root.querySelector('code')?.textContent).toBe('~~~')
    rendered.unmount()
  })

  test('resolves references when it ends, not before', () => {
    const rendered = mount()
    const text =
      'See [the paper][p] and a note[^1].\n\n```\n[p]\n```\n\n[p]: https://example.com/p\n\n[^1]: A note.\n'
    rendered.show(text, true)
    expect(rendered.root.querySelector('a')).toBeNull()
    rendered.show(text, false)
    expect(rendered.root.querySelector('a')?.getAttribute('href')).toBe('https://example.com/p')
    expect(rendered.root.querySelector('sup')?.textContent).toBe('1')
    expect(rendered.root.textContent).toContain('A note.')
    rendered.unmount()
  })

  test('starts over when the text is another', () => {
    const rendered = mount()
    rendered.show('# One\n\ntext\n\n```\ncode', true)
    rendered.show('Two', true)
    expect(rendered.root.textContent).toBe('Two')
    rendered.unmount()
  })

  test('reads carriage returns as line ends', () => {
    expect(whole('# A\r\n\r\n- b\r- c\r\n')).toBe(whole('# A\n\n- b\n- c\n'))
  })
})

test('a text that was held back for its cost is shown without another coming', async () => {
  vi.useRealTimers()
  // It is a timer of the component's own that shows it.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  const rendered = mount()
  const rows = (count: number) => `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(count)}`
  rendered.show(rows(300), true)
  rendered.show(rows(301), true)
  rendered.show(rows(302), true)
  await vi.waitFor(() => expect(rendered.root.querySelectorAll('tbody tr')).toHaveLength(302), 10_000)
  rendered.unmount()
})
