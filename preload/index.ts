import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../shared/channels.ts'
import type { PreloadBridge } from '../shared/preload-bridge.ts'

/**
 * Two functions, whatever commands and events there are. Neither `ipcRenderer` nor an event object, which
 * carries it as `sender`, ever reaches the page.
 */
const bridge: PreloadBridge = {
  call: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  on(listener) {
    const forward = (_event: IpcRendererEvent, name: string, payload: unknown) => listener(name, payload)
    ipcRenderer.on(EVENT_CHANNEL, forward)
    return () => {
      ipcRenderer.off(EVENT_CHANNEL, forward)
    }
  },
}

contextBridge.exposeInMainWorld('afm', bridge)
