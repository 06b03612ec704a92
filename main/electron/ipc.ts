import type { IpcMain, WebContents } from 'electron'
import type { CommandName } from '../../shared/bridge.ts'
import { REQUEST_CHANNEL } from '../../shared/channels.ts'
import type { Result } from '../../shared/result.ts'
import type { App } from '../host.ts'
import { isAppUrl } from './origin.ts'

/** Who sent a message, as far as the decision needs it. */
export interface Sender {
  /** Whether it came from a window that this app opened. */
  readonly isOwnWindow: boolean
  /** Null if the frame has gone since. A main frame has no parent. */
  readonly frame: { readonly url: string; readonly parent: unknown } | null
}

/** Whether a message may reach the app: the main frame of one of our windows, showing our page. */
export function isTrustedSender({ isOwnWindow, frame }: Sender): boolean {
  return isOwnWindow && frame !== null && frame.parent === null && isAppUrl(frame.url)
}

const PAGE_READY = 'app.pageReady' satisfies CommandName

const refused: Result<never> = {
  ok: false,
  error: { code: 'refused', message: 'This page may not use the app.' },
}

/**
 * Answers the bridge's request channel. It never throws: Electron would hand the page only a message.
 *
 * @param isOwnWindow Whether a page is in one of the app's windows.
 * @param onReady Told which page hears events from now on.
 */
export function answerRequests(
  ipcMain: Pick<IpcMain, 'handle'>,
  app: Pick<App, 'call'>,
  isOwnWindow: (contents: WebContents) => boolean,
  onReady: (contents: WebContents) => void,
): void {
  ipcMain.handle(REQUEST_CHANNEL, async (event, name: unknown, input: unknown) => {
    const sender = { isOwnWindow: isOwnWindow(event.sender), frame: event.senderFrame }
    if (!isTrustedSender(sender)) return refused
    const answer = await app.call(name, input)
    if (name === PAGE_READY && answer.ok) onReady(event.sender)
    return answer
  })
}
