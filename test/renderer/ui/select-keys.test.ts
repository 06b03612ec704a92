import { expect, test } from 'vitest'
import { keyStep } from '../../../renderer/ui/select-keys.ts'

const open = { open: true, active: 1, labels: ['Qwen', 'Llama', 'Gemma'], typed: '' }

test('closed, the arrows, Enter and the space bar open it', () => {
  for (const key of ['ArrowDown', 'ArrowUp', 'Enter', ' ']) {
    expect(keyStep(key, false, { ...open, open: false })).toEqual({ action: 'open' })
  }
  expect(keyStep('x', false, { ...open, open: false })).toBeNull()
})

test('open, keys move within the list, choose and close', () => {
  expect(keyStep('ArrowDown', false, { ...open, active: 2 })).toEqual({ action: 'move', active: 2 })
  expect(keyStep('ArrowUp', false, open)).toEqual({ action: 'move', active: 0 })
  expect(keyStep('End', false, open)).toEqual({ action: 'move', active: 2 })
  expect(keyStep('Enter', false, open)).toEqual({ action: 'choose' })
  expect(keyStep('Escape', false, open)).toEqual({ action: 'close' })
  expect(keyStep('Tab', false, open)).toEqual({ action: 'leave' })
})

test('typing finds an option by any part of its name', () => {
  expect(keyStep('g', false, open)).toEqual({ action: 'move', active: 2, typed: 'g' })
  expect(keyStep('M', false, { ...open, typed: 'lla' })).toEqual({ action: 'move', active: 1, typed: 'llam' })
  expect(keyStep('z', false, open)).toEqual({ action: 'move', active: 1, typed: 'z' })
})
