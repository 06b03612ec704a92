// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Banner } from '../../../renderer/app/banner.tsx'
import type { StoreStatus } from '../../../shared/chat/store-status.ts'
import { click, type Mounted, mount } from '../mount.tsx'

let page: Mounted
afterEach(() => page.unmount())

const READY: StoreStatus = {
  state: 'ready',
  message: null,
  keptAside: null,
  unsavedReplies: 0,
  search: 'full-text',
}
const alerts = () => [...page.host.querySelectorAll('[role="alert"]')].map((alert) => alert.textContent)

async function show(status: Partial<StoreStatus>): Promise<void> {
  await act(async () => {
    page.stores.app.store.setState({
      info: { version: '1', host: 'browser', dataFolder: '/data', keyStorage: 'file' },
    })
    page.bridge.emit('store.changed', { ...READY, ...status })
  })
}

test('the store’s troubles are told with what to do, and go when they are over', async () => {
  page = await mount(<Banner className="" />)
  await show({ search: 'simple' })
  expect(alerts()).toEqual([])
  await show({ state: 'read-only', message: 'It can only be read.' })
  expect(alerts()).toEqual(['It can only be read. Make /data writable and start the app again.'])
  await show({ state: 'unavailable', message: 'It cannot be opened.' })
  expect(alerts()[0]).toContain('Nothing has been overwritten')
  await show({ unsavedReplies: 2 })
  expect(alerts()[0]).toContain('2 replies are not on the disk yet')
  await show({})
  expect(alerts()).toEqual([])
})

test('a file that was set aside is told until it is read', async () => {
  page = await mount(<Banner className="" />)
  await show({ message: 'The file was damaged. It was kept as /data/old.', keptAside: '/data/old' })
  expect(alerts()[0]).toContain('/data/old')
  await click(page.host.querySelector('[aria-label="Dismiss"]'))
  expect(alerts()).toEqual([])
  await show({ message: 'The file was damaged.', keptAside: '/data/old', unsavedReplies: 1 })
  expect(alerts()).toHaveLength(1)
  expect(alerts()[0]).toContain('1 reply is not on the disk')
})
