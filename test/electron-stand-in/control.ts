/** What the app under test tells the test that launched it. */
export type Report =
  /** An order was carried out. */
  | { readonly type: 'ordered' }
  | { readonly type: 'chromium'; readonly endpoint: string }
  /** A link was opened outside. */
  | { readonly type: 'openExternal'; readonly url: string }
  | { readonly type: 'errorBox'; readonly title: string; readonly content: string }
  /** A question is shown; what it asks. It is answered by an order. */
  | { readonly type: 'messageBox'; readonly message: string }
  | { readonly type: 'loginItem'; readonly open: boolean }
  /** How many power save blockers are held now. */
  | { readonly type: 'powerSave'; readonly held: number }
  /** macOS's updater has fetched what was offered to it. */
  | { readonly type: 'squirrel'; readonly bytes: number }
  /** The app was ended to start as its new version. */
  | { readonly type: 'quitAndInstall' }
  /** What was answered to a `foreignRequest`. */
  | { readonly type: 'foreignAnswer'; readonly answer: unknown }
  /** The app asked where to save a file. */
  | { readonly type: 'saveDialog'; readonly defaultPath: string }

/** What the test does to the app from outside its page. */
export type Order =
  /** The folder that the user will pick in the next save dialogs; null closes them. */
  | { readonly type: 'saveTo'; readonly folder: string | null }
  | { readonly type: 'menu'; readonly label: string }
  /** As the Dock does when the app's icon is clicked. */
  | { readonly type: 'activate' }
  /** The user picks another accent colour, as `rrggbbaa`. */
  | { readonly type: 'accent'; readonly color: string }
  /** The user takes the window in front to full screen, or back. */
  | { readonly type: 'fullScreen'; readonly on: boolean }
  /** The page of the window in front hangs, and the user answers what is asked about it. */
  | { readonly type: 'hang'; readonly response: number }
  /** A frame that is not the app's page sends a request from the window in front. */
  | {
      readonly type: 'foreignRequest'
      readonly url: string
      readonly isSubframe: boolean
      readonly args: unknown[]
    }

/** Tells the test something; without one, when started by hand, it is printed. */
export function report(message: Report): void {
  if (process.send === undefined) console.log(message)
  else process.send(message)
}

const listeners: ((order: Order) => void)[] = []

/** Carries out orders; the test that gave one hears when every listener has. */
export function onOrder(listener: (order: Order) => void): void {
  if (listeners.length === 0) {
    process.on('message', (message) => {
      for (const carryOut of listeners) carryOut(message as Order)
      report({ type: 'ordered' })
    })
    // The channel to the test must not keep the app alive.
    process.channel?.unref()
  }
  listeners.push(listener)
}
