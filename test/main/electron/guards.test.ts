import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { isTrustedSender } from '../../../main/electron/ipc.ts'
import { guardContents } from '../../../main/electron/navigation.ts'
import { isAppUrl } from '../../../main/electron/origin.ts'
import { limitPermissions } from '../../../main/electron/permissions.ts'

describe('an URL of the app', () => {
  it.each(['app://bundle/', 'app://bundle/index.html', 'app://bundle/assets/a.js?x#y', 'APP://bundle/x'])(
    'is %s',
    (url) => expect(isAppUrl(url)).toBe(true),
  )

  it.each([
    'app://bundle.example/',
    'app://bundle:80/',
    'app://user@other/',
    'app://other/bundle',
    'app:bundle',
    'https://bundle/',
    'file:///bundle/index.html',
    'data:text/html,app://bundle/',
    'javascript:void 0//app://bundle/',
    'about:blank',
    '',
    'bundle',
  ])('is not %s', (url) => expect(isAppUrl(url)).toBe(false))
})

describe('the sender of a message', () => {
  const frame = { url: 'app://bundle/index.html', parent: null }

  it('is trusted as the main frame of an own window with the page', () => {
    expect(isTrustedSender({ isOwnWindow: true, frame })).toBe(true)
  })

  it.each([
    ['of another window', { isOwnWindow: false, frame }],
    ['that is a frame in the page', { isOwnWindow: true, frame: { ...frame, parent: frame } }],
    ['that shows another site', { isOwnWindow: true, frame: { ...frame, url: 'https://evil.example/' } }],
    ['with an empty page', { isOwnWindow: true, frame: { ...frame, url: '' } }],
    ['that has gone', { isOwnWindow: true, frame: null }],
  ])('is refused: one %s', (_what, sender) => {
    expect(isTrustedSender(sender)).toBe(false)
  })
})

type NewWindowHandler = (details: { url: string }) => { action: string }

/** The part of a page that guards listen to. */
class Contents extends EventEmitter {
  openHandler: NewWindowHandler = () => ({ action: 'allow' })
  setWindowOpenHandler(handler: NewWindowHandler): void {
    this.openHandler = handler
  }
}

/** Emits an event as Electron does and tells whether it was prevented. */
function isPrevented(contents: Contents, name: string, url: string): boolean {
  let prevented = false
  contents.emit(name, {
    url,
    preventDefault() {
      prevented = true
    },
  })
  return prevented
}

describe('a guarded page', () => {
  const opened: string[] = []
  const contents = new Contents()
  guardContents(contents as unknown as WebContents, (url) => opened.push(url))

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays in the app on %s', (name) => {
    expect(isPrevented(contents, name, 'https://example.com/')).toBe(true)
    expect(isPrevented(contents, name, 'file:///etc/passwd')).toBe(true)
    expect(isPrevented(contents, name, 'app://bundle.example/')).toBe(true)
    expect(isPrevented(contents, name, 'app://bundle/index.html')).toBe(false)
  })

  it('holds no guest', () => {
    expect(isPrevented(contents, 'will-attach-webview', '')).toBe(true)
  })

  it('opens no window; the app gets the link and decides', () => {
    const urls = ['https://example.com/a', 'mailto:a@example.com', 'file:///etc/passwd', 'app://bundle/']
    for (const url of urls) expect(contents.openHandler({ url })).toEqual({ action: 'deny' })
    expect(opened).toEqual(urls)
  })
})

describe('permissions', () => {
  it('are denied but for writing to the clipboard, asked or checked', () => {
    type Decide = (granted: boolean) => void
    let ask: (contents: null, permission: string, decide: Decide) => void = () => {}
    let check: (contents: null, permission: string) => boolean = () => true
    let device: () => boolean = () => true
    limitPermissions({
      setPermissionRequestHandler: (handler: typeof ask) => {
        ask = handler
      },
      setPermissionCheckHandler: (handler: typeof check) => {
        check = handler
      },
      setDevicePermissionHandler: (handler: typeof device) => {
        device = handler
      },
    } as unknown as Session)

    const answers = ['clipboard-sanitized-write', 'clipboard-read', 'media', 'openExternal'].map((name) => {
      let asked: boolean | undefined
      ask(null, name, (granted) => {
        asked = granted
      })
      return [asked, check(null, name)]
    })
    expect(answers).toEqual([
      [true, true],
      [false, false],
      [false, false],
      [false, false],
    ])
    expect(device()).toBe(false)
  })
})
