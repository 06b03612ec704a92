import { expect, test } from 'vitest'
import { createApp } from '../../../renderer/state/app.ts'

test('a narrow window folds the panes and a wide one brings back what was wanted', () => {
  const app = createApp()
  const panes = () => [app.store.getState().sidebarOpen, app.store.getState().profileOpen]
  app.setLayout('medium')
  expect(panes()).toEqual([true, false])
  app.toggleProfile()
  expect(panes()).toEqual([true, true])
  app.setLayout('narrow')
  expect(panes()).toEqual([false, false])
  app.setLayout('wide')
  expect(panes()).toEqual([true, true])
  app.toggleProfile()
  app.setLayout('narrow')
  app.setLayout('wide')
  expect(panes()).toEqual([true, false])
})
