import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import type {} from '../../renderer/bridge/index.ts'
import type { CommandInput, CommandName, CommandOutput } from '../../shared/bridge.ts'
import type { Result } from '../../shared/result.ts'
import { type LaunchedApp, launchApp } from '../electron-stand-in/launch.ts'
import {
  beginStream,
  chunk,
  DONE,
  type ScriptedServer,
  startScriptedServer,
} from '../fixtures/scripted-server.ts'

const HOSTILE = [
  '<script>document.title = "owned"</script><img src=x onerror="document.title=1">',
  '[click](javascript:alert(1)) ![pixel](http://127.0.0.1:9/pixel.png) 🦙',
  `\`\`\`js\n${'const x = "</pre><script>" // ok\n'.repeat(9_000)}\`\`\``,
].join('\n\n')
const parts = { reasoning: true, toolCalls: true, figures: true, samples: true }

let folder: string
let exports: string
let server: ScriptedServer
let app: LaunchedApp

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afm-electron-'))
  exports = await mkdtemp(join(tmpdir(), 'afm-exports-'))
  server = await startScriptedServer({
    chat(request, response) {
      beginStream(request, response)
      response.end(chunk({ content: HOSTILE }) + chunk({}, 'stop') + DONE)
    },
  })
  app = await launchApp({ dataFolder: folder, args: [`--server=${server.url}`] })
})
test.afterEach(async () => {
  await app.stop()
  await server.close()
  await rm(folder, { recursive: true, force: true })
  await rm(exports, { recursive: true, force: true })
})

/** Calls main as the page would; what fails is thrown. */
async function call<N extends CommandName>(
  page: Page,
  name: N,
  input: CommandInput<N>,
): Promise<CommandOutput<N>> {
  const result = (await page.evaluate(
    ([name, input]) => window.afm?.call(String(name), input),
    [name, input],
  )) as Result<CommandOutput<N>>
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function conversation(): Promise<string> {
  const { conversationId } = await call(app.page, 'turns.start', {
    conversationId: null,
    text: 'CON: <b>hi</b>',
  })
  await expect
    .poll(async () => (await call(app.page, 'conversations.list', {})).items[0]?.streaming)
    .toBe(false)
  return conversationId
}

test('every format is saved where the user says, and can be read back', async ({ page }) => {
  const conversationId = await conversation()
  const scope = { kind: 'conversation', conversationId } as const
  await app.order({ type: 'saveTo', folder: exports })
  for (const [format, name] of [
    ['markdown', 'CON b hi b.md'],
    ['html', 'CON b hi b.html'],
    ['json', 'CON b hi b.json'],
    ['pdf', 'CON b hi b.pdf'],
  ] as const) {
    const outcome = await call(app.page, 'transcripts.export', { scope, format, parts })
    expect(outcome).toEqual({ outcome: 'saved', path: join(exports, name) })
  }
  // Nothing but the files, and nothing half written.
  expect((await readdir(exports)).sort()).toEqual(
    ['.html', '.json', '.md', '.pdf'].map((end) => `CON b hi b${end}`),
  )

  expect(await readFile(join(exports, 'CON b hi b.md'), 'utf8')).toContain(HOSTILE)
  const json = JSON.parse(await readFile(join(exports, 'CON b hi b.json'), 'utf8'))
  expect(json.conversations[0].messages[1].turn.content).toBe(HOSTILE)
  const pdf = await readFile(join(exports, 'CON b hi b.pdf'))
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(pdf.toString('latin1')).toContain('/StructTreeRoot')
  expect(pdf.length).toBeGreaterThan(20_000)

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto(pathToFileURL(join(exports, 'CON b hi b.html')).href)
  await expect(page).toHaveTitle('CON: <b>hi</b>')
  await expect(page.locator('.typed')).toHaveText('CON: <b>hi</b>')
  await expect(page.locator('.reply')).toContainText('document.title = "owned"')
  expect(await page.locator('script, img, iframe, a[href^="javascript"]').count()).toBe(0)
  expect(asked).toHaveLength(1)
})

test('a closed dialog saves nothing, and a folder that is gone is said', async () => {
  const scope = { kind: 'conversation', conversationId: await conversation() } as const
  const input = { scope, format: 'html', parts } as const
  expect(await call(app.page, 'transcripts.export', input)).toEqual({ outcome: 'cancelled' })
  expect(app.reports).toContainEqual({ type: 'saveDialog', defaultPath: 'CON b hi b.html' })
  await app.order({ type: 'saveTo', folder: join(exports, 'gone') })
  await expect(call(app.page, 'transcripts.export', input)).rejects.toThrow('could not be saved')
  expect(await readdir(exports)).toEqual([])
})
