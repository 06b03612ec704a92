// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Composer } from '../../../renderer/chat/composer.tsx'
import { type FakeBridge, failed, ok } from '../fake-bridge.ts'
import { click, type Mounted, mount, press, type } from '../mount.tsx'
import { batch, done, started } from '../samples.ts'

let page: Mounted
afterEach(() => page.unmount())

const field = () => page.host.querySelector('textarea') as HTMLTextAreaElement
const button = (name: string) =>
  [...page.host.querySelectorAll('button')].find(
    (candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent) === name,
  )
const accepting = (bridge: FakeBridge) =>
  bridge.answer('turns.start', () => {
    bridge.emit('turns.started', started('c', 'a'))
    return ok(started('c', 'a'))
  })

test('Enter sends and the field is empty and has the focus', async () => {
  page = await mount(<Composer />, accepting)
  await type(field(), 'Hello')
  await press(field(), 'Enter')
  expect(page.bridge.calls).toContainEqual({
    name: 'turns.start',
    input: { conversationId: null, text: 'Hello' },
  })
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
})

test('what main does not take stays in the field, with the reason', async () => {
  page = await mount(<Composer />, (bridge) =>
    bridge.answer('turns.start', () => failed('disconnected', 'The connection to the app was lost.')),
  )
  await type(field(), 'A long thought')
  await press(field(), 'Enter')
  expect(field().value).toBe('A long thought')
  expect(page.host.querySelector('[role="alert"]')?.textContent).toBe('The connection to the app was lost.')
})

test('what is typed while main answers stays', async () => {
  const answers: (() => void)[] = []
  page = await mount(<Composer />, (bridge) =>
    bridge.answer('turns.start', async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return ok(started('c', 'a'))
    }),
  )
  await type(field(), 'First.')
  await press(field(), 'Enter')
  await type(field(), 'First. And more')
  await act(async () => answers[0]?.())
  expect(page.stores.drafts.store.getState().texts).toEqual({ c: ' And more' })
  expect(field().value).toBe(' And more')
})

test('nothing but blanks is not sent, and neither is the Enter of an input method', async () => {
  page = await mount(<Composer />, accepting)
  await type(field(), '  \n ')
  expect(button('Send')?.disabled).toBe(true)
  await press(field(), 'Enter')
  await type(field(), 'にほん')
  await press(field(), 'Enter', { isComposing: true })
  await press(field(), 'Enter', { keyCode: 229 })
  expect(page.bridge.count('turns.start')).toBe(0)
  expect(field().value).toBe('にほん')
})

test('while a reply runs Enter keeps the text, and Stop stops, twice if pressed twice', async () => {
  page = await mount(<Composer />, (bridge) => {
    accepting(bridge)
    bridge.answer('turns.stop', () => new Promise(() => {}))
  })
  await type(field(), 'Hello')
  await press(field(), 'Enter')
  await type(field(), 'Next')
  await press(field(), 'Enter')
  expect(field().value).toBe('Next')
  expect(page.host.textContent).toContain('Kept until the reply has ended')
  await click(button('Stop'))
  expect(button('Stop')?.textContent).toBe('Stopping…')
  await press(field(), 'Escape')
  expect(page.bridge.calls.filter(({ name }) => name === 'turns.stop').map(({ input }) => input)).toEqual([
    { turnId: 'a' },
    { turnId: 'a' },
  ])
  await act(async () => page.bridge.emit('turns.batches', [batch('a', 1, done())]))
  expect(button('Send')?.disabled).toBe(false)
  expect(field().value).toBe('Next')
})
