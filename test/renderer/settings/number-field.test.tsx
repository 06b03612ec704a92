// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { NumberField } from '../../../renderer/settings/number-field.tsx'
import type { Failure } from '../../../shared/result.ts'
import { type Mounted, mount, press, type } from '../mount.tsx'

let page: Mounted
afterEach(() => page.unmount())

async function show(value: number | null, failure: Failure | null = null) {
  const saved: (number | null)[] = []
  const save = async (next: number | null) => {
    saved.push(next)
    return failure
  }
  page = await mount(<NumberField label="Temperature" value={value} range={{ min: 0, max: 5 }} save={save} />)
  return { saved, input: page.host.querySelector('input') as HTMLInputElement }
}

test('a valid number is saved on Enter, and when the field is left', async () => {
  const { saved, input } = await show(null)
  await type(input, '0.7')
  await press(input, 'Enter')
  await type(input, '1')
  await act(async () => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(saved).toEqual([0.7, 1])
})

test('an invalid one is kept in sight, told, and not saved', async () => {
  const { saved, input } = await show(0.5)
  await type(input, '9')
  await press(input, 'Enter')
  expect(saved).toEqual([])
  expect(input.value).toBe('9')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(page.host.textContent).toContain('It must be from 0 to 5.')
})

test('an empty field gives the value back to the server', async () => {
  const { saved, input } = await show(0.5)
  await type(input, '')
  await press(input, 'Enter')
  expect(saved).toEqual([null])
})

test('what main refuses is told in its words', async () => {
  const { input } = await show(null, { code: 'internal', message: 'The disk is full.' })
  await type(input, '1')
  await press(input, 'Enter')
  expect(page.host.textContent).toContain('The disk is full.')
})
