import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { StoresContext } from '../../renderer/state/context.ts'
import { createStores, listen, type Stores } from '../../renderer/state/stores.ts'
import { FakeBridge } from './fake-bridge.ts'

/** A part of the page in a document, joined to a fake main. */
export interface Mounted {
  readonly bridge: FakeBridge
  readonly stores: Stores
  readonly host: HTMLElement
  unmount(): Promise<void>
}

export async function mount(
  part: ReactNode,
  prepare: (bridge: FakeBridge) => void = () => {},
): Promise<Mounted> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const bridge = new FakeBridge()
  prepare(bridge)
  const stores = createStores(bridge, () => 0)
  const stopListening = listen(stores)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<StoresContext value={stores}>{part}</StoresContext>))
  return {
    bridge,
    stores,
    host,
    async unmount() {
      await act(async () => root.unmount())
      stopListening()
      host.remove()
    },
  }
}

/** Types into a field as a user does: React hears of a value only through the field's own setter. */
export async function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    const prototype = Object.getPrototypeOf(field)
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export async function press(target: Element, key: string, more: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  })
}

export async function click(target: Element | null | undefined): Promise<void> {
  if (!target) throw new Error('There is nothing to click.')
  await act(async () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
}
