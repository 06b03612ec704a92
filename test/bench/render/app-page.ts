import type { Browser } from '@playwright/test'
import { startBrowserHostProcess } from '../../fixtures/browser-host-process.ts'
import { beginStream, chunk, DONE, startScriptedServer } from '../../fixtures/scripted-server.ts'
import { measurePage, type PageCost } from './measure.ts'

/** Characters of a token; English text has about four. */
const TOKEN_CHARS = 4

/**
 * Streams a document as a reply through the whole app: a real server, the browser host in a process of its
 * own, and its page, which is measured from the click on Send to the reply's end.
 */
export async function measureApp(browser: Browser, text: string, rateTokS: number): Promise<PageCost> {
  const server = await startScriptedServer({
    chat: async (request, response) => {
      beginStream(request, response)
      const startedAtMs = performance.now()
      for (let sent = 0; sent < text.length && !response.destroyed; ) {
        const due = ((performance.now() - startedAtMs) / 1000) * rateTokS * TOKEN_CHARS
        let frames = ''
        for (; sent < Math.min(due, text.length); sent += TOKEN_CHARS)
          frames += chunk({ content: text.slice(sent, sent + TOKEN_CHARS) })
        if (frames !== '') response.write(frames)
        await new Promise((go) => setTimeout(go, 1))
      }
      response.end(chunk({}, 'stop') + DONE)
    },
  })
  const host = await startBrowserHostProcess(server.url)
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.goto(host.url)
    // What is loaded once, such as the Markdown chunk when the page is idle, is no part of a reply's cost.
    await page.getByRole('textbox', { name: 'Message' }).fill('Go')
    await page.waitForTimeout(1000)
    return await measurePage(page, async () => {
      const ended = page.evaluate(replyHasEnded)
      await page.getByRole('button', { name: 'Send' }).click()
      await ended
    })
  } finally {
    await page.close()
    await host.close()
    await server.close()
  }
}

/** Hears of the reply's end from the document: looking for it in every frame would be script of ours. */
function replyHasEnded(): Promise<void> {
  return new Promise((done) => {
    const observer = new MutationObserver((records) => {
      const { target } = records.at(-1) as MutationRecord
      if (!(target instanceof Element) || target.getAttribute('aria-busy') !== 'false') return
      observer.disconnect()
      done()
    })
    observer.observe(document, { subtree: true, attributeFilter: ['aria-busy'] })
  })
}
