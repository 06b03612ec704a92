import { EventEmitter } from 'node:events'
import type { WebContents as ElectronContents, PrintToPDFOptions } from 'electron'
import { preventable } from './app.ts'
import type { Cdp, CdpParams } from './cdp.ts'
import { PRELOAD_WORLD, pageWorldSource, preloadWorldSource, TO_MAIN } from './inject.ts'
import { ipcMain } from './ipc-main.ts'
import { addressPatterns, answer, meantAddress, shownAddress } from './protocol.ts'

type OpenHandler = (details: { url: string }) => { action: 'allow' | 'deny' }

/** A page in Chromium, seen from the main process. */
export class WebContents extends EventEmitter {
  readonly mainFrame = { url: '', parent: null }
  openHandler: OpenHandler = () => ({ action: 'allow' })
  #cdp: Cdp | undefined
  #sessionId = ''
  /** What the app itself asked to be shown; it is not asked about that. */
  #asked = ''
  #frameId = ''
  /** The preload's world in the document that is shown now. */
  #preloadContextId: number | undefined
  #destroyed = false
  /** Of the document that comes next. */
  #status = 200

  /** Takes over a new, empty target. */
  async attach(cdp: Cdp, targetId: string, preloadFile: string): Promise<void> {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    this.#cdp = cdp
    this.#sessionId = sessionId as string
    // Chromium gives a page's target and its main frame the same name.
    this.#frameId = targetId
    cdp.listen(this.#sessionId, (method, params) => {
      // A page that goes while it is being answered needs no answer.
      this.#receive(method, params).catch((error: Error) => {
        if (!this.#destroyed) console.error(`Stand-in: ${method}: ${error.message}`)
      })
    })
    await this.#command('Page.enable')
    await this.#command('Runtime.enable')
    await this.#command('Runtime.addBinding', { name: TO_MAIN, executionContextName: PRELOAD_WORLD })
    const patterns = addressPatterns().map((urlPattern) => ({ urlPattern }))
    await this.#command('Fetch.enable', {
      patterns: [...patterns, { urlPattern: '*', resourceType: 'Document' }],
    })
    // A page without a preload, as one that is only printed, has no bridge.
    if (preloadFile === '') return
    await this.#command('Page.addScriptToEvaluateOnNewDocument', { source: pageWorldSource() })
    await this.#command('Page.addScriptToEvaluateOnNewDocument', {
      source: preloadWorldSource(preloadFile),
      worldName: PRELOAD_WORLD,
    })
  }

  async loadURL(url: string): Promise<void> {
    this.#asked = shownAddress(url)
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve))
    const { errorText } = await this.#command('Page.navigate', { url: shownAddress(url) })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  async printToPDF(options: PrintToPDFOptions): Promise<Buffer> {
    const { data } = await this.#command('Page.printToPDF', {
      printBackground: options.printBackground ?? false,
      preferCSSPageSize: options.preferCSSPageSize ?? false,
      generateTaggedPDF: options.generateTaggedPDF ?? false,
      generateDocumentOutline: options.generateDocumentOutline ?? false,
    })
    return Buffer.from(data as string, 'base64')
  }

  /** For the stand-in only: ends the page. */
  closeTarget(): void {
    this.#cdp?.send('Target.closeTarget', { targetId: this.#frameId }).catch(() => {})
  }

  send(channel: string, ...args: unknown[]): void {
    // As Electron does: what cannot be cloned throws at the sender.
    this.#tellPreload('standInEvent', channel, structuredClone(args))
  }

  getURL(): string {
    return this.mainFrame.url
  }

  reload(): void {
    // A page that goes meanwhile is reloaded no more.
    this.#command('Page.reload').catch(() => {})
  }

  forcefullyCrashRenderer(): void {
    // Its answer never comes.
    this.#command('Page.crash').catch(() => {})
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  destroy(): void {
    this.#destroyed = true
    this.emit('destroyed')
  }

  #command(method: string, params: CdpParams = {}): Promise<CdpParams> {
    if (this.#cdp === undefined) throw new Error('The page is not there yet')
    return this.#cdp.send(method, params, this.#sessionId)
  }

  #tellPreload(name: string, ...args: unknown[]): void {
    if (this.#preloadContextId === undefined) return
    const expression = `${name}(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(',')})`
    const contextId = this.#preloadContextId
    // The document can go at any moment; what was meant for it goes with it, as in Electron.
    this.#command('Runtime.evaluate', { contextId, expression, silent: true }).catch(() => {})
  }

  async #receive(method: string, params: CdpParams): Promise<void> {
    switch (method) {
      case 'Runtime.executionContextCreated': {
        const context = params.context as { id: number; name: string; auxData: { frameId: string } }
        const isPreload = context.name === PRELOAD_WORLD && context.auxData.frameId === this.#frameId
        if (isPreload) this.#preloadContextId = context.id
        break
      }
      case 'Runtime.executionContextsCleared':
        this.#preloadContextId = undefined
        break
      case 'Page.frameNavigated': {
        const frame = params.frame as { id: string; url: string }
        if (frame.id !== this.#frameId) break
        this.mainFrame.url = meantAddress(frame.url)
        this.emit('did-navigate', {}, this.mainFrame.url, this.#status)
        break
      }
      case 'Page.loadEventFired':
        this.emit('did-finish-load')
        break
      case 'Runtime.bindingCalled':
        await this.#request(JSON.parse(params.payload as string) as PageRequest)
        break
      case 'Fetch.requestPaused':
        await this.#fetch(params as unknown as PausedRequest)
        break
    }
  }

  async #request({ id, channel, args }: PageRequest): Promise<void> {
    const event = { sender: this, senderFrame: this.mainFrame }
    try {
      this.#tellPreload('standInAnswer', id, true, await ipcMain.answer(channel, event, args))
    } catch (error) {
      this.#tellPreload('standInAnswer', id, false, String(error))
    }
  }

  /** Serves the app's own scheme, and asks the app before any frame goes elsewhere. */
  async #fetch({ requestId, request, frameId, resourceType }: PausedRequest): Promise<void> {
    const response = await answer(request.url, request.method)
    if (response !== null) {
      if (resourceType === 'Document' && frameId === this.#frameId) {
        this.#status = response.status
        this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
      }
      await this.#command('Fetch.fulfillRequest', {
        requestId,
        responseCode: response.status,
        responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      })
      return
    }
    if (request.url === this.#asked) {
      await this.#command('Fetch.continueRequest', { requestId })
      return
    }
    const event = preventable({ url: request.url, isMainFrame: frameId === this.#frameId })
    this.emit('will-frame-navigate', event)
    if (event.isMainFrame) this.emit('will-navigate', event)
    if (event.defaultPrevented) {
      await this.#command('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    } else await this.#command('Fetch.continueRequest', { requestId })
  }
}

type Used = 'forcefullyCrashRenderer' | 'getURL' | 'isDestroyed' | 'loadURL' | 'reload' | 'send'
WebContents.prototype satisfies Pick<ElectronContents, Used>

interface PageRequest {
  readonly id: number
  readonly channel: string
  readonly args: readonly unknown[]
}

interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly method: string }
  readonly frameId: string
  readonly resourceType: string
}
