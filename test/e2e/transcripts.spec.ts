import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { type AppPage, expect, test } from './app.ts'

const CODE = `\`\`\`js\n${'const text = "</pre><script>alert(1)</script>" // 🦙\n'.repeat(6_000)}\`\`\``
const HOSTILE = [
  '<script>document.title = "owned"</script><img src=x onerror="document.title=1">',
  '[click](javascript:alert(1)) and [ref]\n\n[ref]: javascript:alert(2)',
  'Family 👨‍👩‍👧, flag 🇨🇭, “quotes”',
  CODE,
].join('\n\n')
const QUESTION = '<script>alert("me")</script> ](javascript:alert(3)) 🦙'

/** An app with one hostile exchange in it. */
async function withTranscript(app: AppPage): Promise<AppPage> {
  await app.send(QUESTION)
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  return app
}

function answering() {
  return (request: Parameters<typeof beginStream>[0], response: Parameters<typeof beginStream>[1]) => {
    beginStream(request, response)
    response.end(
      chunk({ reasoning_content: 'A secret thought' }) +
        chunk({ content: HOSTILE }) +
        chunk({}, 'stop') +
        DONE,
    )
  }
}

/** Exports as a user does, and gives the file that came of it. */
async function exportAs(
  app: AppPage,
  format: string,
  folder: string,
): Promise<{ name: string; text: string }> {
  const sheet = app.page.getByRole('dialog', { name: 'Export' })
  await app.page.getByRole('button', { name: 'Export', exact: true }).click()
  await sheet.getByText(format, { exact: true }).click()
  const said = sheet.getByRole('status', { name: 'Result' })
  let name: string
  let path: string
  if (app.electron) {
    await app.electron.order({ type: 'saveTo', folder })
    await sheet.getByRole('button', { name: 'Save…' }).click()
    await expect(said).toContainText('Saved as')
    path = ((await said.textContent()) ?? '').replace('Saved as ', '')
    name = path.slice(folder.length + 1)
  } else {
    const downloading = app.page.waitForEvent('download')
    await sheet.getByRole('button', { name: 'Download' }).click()
    const download = await downloading
    await expect(said).toContainText(download.suggestedFilename())
    name = download.suggestedFilename()
    path = join(folder, name)
    await download.saveAs(path)
  }
  await app.page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  return { name, text: await readFile(path, 'utf8') }
}

test('Markdown, HTML and JSON leave the app whole, and harm nobody', async ({
  openApp,
  serve,
  newFolder,
  browser,
}) => {
  const server = await serve(answering())
  const app = await withTranscript(await openApp(server.url))
  const folder = await newFolder()
  const markdown = await exportAs(app, 'Markdown', folder)
  expect(markdown.name).toMatch(/\.md$/)
  expect(markdown.text).toContain(HOSTILE)
  expect(markdown.text).not.toContain('A secret thought')

  const json = await exportAs(app, 'JSON', folder)
  const { conversations } = JSON.parse(json.text)
  expect(conversations[0].messages[0].text).toBe(QUESTION)
  expect(conversations[0].messages[1].turn).toMatchObject({ content: HOSTILE, reasoning: 'A secret thought' })

  const html = await exportAs(app, 'HTML', folder)
  const page = await browser.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(pathToFileURL(join(folder, html.name)).href)
  await expect(page.locator('.typed')).toHaveText(QUESTION)
  await expect(page.locator('.reply')).toContainText('document.title = "owned"')
  expect(await page.locator('script, img, a[href^="javascript"]').count()).toBe(0)
  expect(await page.title()).toBe(QUESTION)
  expect(asked).toHaveLength(1)
  await page.close()
})

test('PDF: saved by the one host, printed by the other', async ({ openApp, serve, newFolder }) => {
  const server = await serve(answering())
  const app = await withTranscript(await openApp(server.url))
  const folder = await newFolder()
  const sheet = app.page.getByRole('dialog', { name: 'Export' })
  if (app.electron) {
    const { name, text } = await exportAs(app, 'PDF', folder)
    expect(name).toMatch(/\.pdf$/)
    expect(text.slice(0, 5)).toBe('%PDF-')
    return
  }
  const complaints: string[] = []
  app.page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  // The browser's print dialog would wait for a person.
  await app.page.evaluate(() =>
    Object.assign(window, { print: () => document.body.setAttribute('data-asked', '') }),
  )
  await app.page.getByRole('button', { name: 'Export', exact: true }).click()
  await sheet.getByText('PDF', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Print…' }).click()
  await expect(app.page.locator('body[data-asked]')).toHaveCount(1)
  const paper = app.page.locator('#paper')
  await expect(paper).toBeHidden()
  expect(await app.page.title()).toBe(QUESTION)
  await app.page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  await expect(app.page.locator('#root')).toBeHidden()
  await expect(sheet).toBeHidden()
  await expect(paper.locator('.typed')).toHaveText(QUESTION)
  await expect(paper.locator('.typed')).toHaveCSS('white-space', 'pre-wrap')
  expect(await paper.locator('script, img, a[href^="javascript"]').count()).toBe(0)
  await app.page.emulateMedia({ media: null })
  const pdf = await app.page.pdf({ preferCSSPageSize: true })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // 300 kB of code are many pages, and all of them are there.
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0).toBeGreaterThan(50)
  await app.page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
  expect(await app.page.title()).not.toBe(QUESTION)
  expect(complaints).toEqual([])
})

test('what is ticked off is not in the file', async ({ openApp, serve, newFolder }) => {
  const server = await serve(answering())
  const app = await withTranscript(await openApp(server.url))
  const folder = await newFolder()
  const sheet = app.page.getByRole('dialog', { name: 'Export' })
  await app.page.keyboard.press('ControlOrMeta+Shift+E')
  await sheet.getByText('HTML', { exact: true }).click()
  await sheet.getByRole('checkbox', { name: 'Reasoning' }).check()
  await app.page.keyboard.press('Escape')
  // A new export begins with what is usual.
  const { text } = await exportAs(app, 'HTML', folder)
  expect(text).not.toContain('A secret thought')
})

test('what was exported comes back, once, by the picker and by a drop', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const server = await serve(answering())
  const app = await withTranscript(await openApp(server.url))
  const folder = await newFolder()
  const json = await exportAs(app, 'JSON', folder)
  const path = join(folder, json.name)

  const openImport = async (target: AppPage) => {
    await target.page.getByRole('button', { name: 'Chats' }).click()
    await target.page.getByRole('menuitem', { name: 'Import…' }).click()
  }
  const sheetOf = (target: AppPage) => target.page.getByRole('dialog', { name: 'Import' })
  await openImport(app)
  await sheetOf(app).getByLabel('File to import').setInputFiles(path)
  await expect(sheetOf(app).getByRole('status')).toContainText('Nothing new: 1 chat of it here already.')

  const other = await openApp(server.url)
  await openImport(other)
  await sheetOf(other)
    .getByLabel('File to import')
    .setInputFiles({
      name: 'half.json',
      mimeType: 'application/json',
      buffer: Buffer.from(json.text.slice(0, json.text.length / 2)),
    })
  await expect(sheetOf(other).getByRole('alert')).toContainText('half.json: Nothing was imported')
  await other.page.keyboard.press('Escape')
  await expect(other.conversations).toContainText('Your chats will be listed here')

  const data = await other.page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'chats.json', { type: 'application/json' }))
    return transfer
  }, json.text)
  await other.page.dispatchEvent('body', 'drop', { dataTransfer: data })
  await expect(sheetOf(other).getByRole('status')).toContainText('Imported 1 chat.')
  await sheetOf(other).getByRole('button', { name: QUESTION }).click()
  await expect(other.sent).toContainText(QUESTION)
  await expect(other.reply).toContainText('document.title = "owned"')
})
