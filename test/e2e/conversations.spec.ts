import { writeConversations } from '../fixtures/many-conversations.ts'
import { type Answer, beginStream, chunk, DONE } from '../fixtures/scripted-server.ts'
import { stored } from '../fixtures/stored.ts'
import { type AppPage, expect, test } from './app.ts'

/** Answers with the question and the number of the request, so that every version can be told from the others. */
function numbered(): Answer {
  let number = 0
  return (request, response) => {
    const { messages } = JSON.parse(request.body) as { messages: { content: string }[] }
    beginStream(request, response)
    const text = `Answer ${++number} to: ${messages.at(-1)?.content}`
    response.end(chunk({ content: text }) + chunk({}, 'stop') + DONE)
  }
}

const DAY_MS = 86_400_000
const now = Date.now()

async function ask(app: AppPage, text: string, answer: string): Promise<void> {
  await app.send(text)
  await expect(app.reply).toContainText(answer)
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
}

const titles = (app: AppPage) =>
  app.conversations
    .locator('[data-position]')
    .evaluateAll((all) => all.map((row) => row.firstChild?.textContent))

test('a message is edited into a branch, a reply asked for again, and every version stays', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const server = await serve(numbered())
  const folder = await newFolder()
  let app = await openApp(server.url, folder)
  await ask(app, 'First question', 'Answer 1')
  await ask(app, 'Second question', 'Answer 2')

  await app.sent.first().hover()
  await app.sent.first().getByRole('button', { name: 'Edit' }).click()
  const editor = app.sent.first().getByRole('textbox', { name: 'New version' })
  await expect(editor).toHaveValue('First question')
  await editor.fill('Other question')
  await app.page.keyboard.press('Escape')
  await expect(app.sent.first()).toContainText('First question')
  await app.sent.first().getByRole('button', { name: 'Edit' }).click()
  await editor.fill('Other question')
  await app.page.keyboard.press('Enter')
  await expect(app.replies).toHaveCount(1)
  await expect(app.reply).toContainText('Answer 3 to: Other question')
  await expect(app.sent.first().getByText('2 of 2')).toBeVisible()
  // What was sent is the visible branch alone.
  const bodies = server.seen.filter(({ path }) => path === '/v1/chat/completions')
  expect(JSON.parse(bodies.at(-1)?.body ?? '{}').messages).toEqual([
    { role: 'user', content: 'Other question' },
  ])

  await app.reply.hover()
  await app.reply.getByRole('button', { name: 'Regenerate' }).click()
  await expect(app.reply).toContainText('Answer 4')
  await expect(app.reply.getByText('2 of 2')).toBeVisible()
  await app.reply.getByRole('button', { name: 'Previous version' }).click()
  await expect(app.reply).toContainText('Answer 3')
  // The focus stays in the counter, whose arrow keys go on.
  await expect(app.reply.getByRole('button', { name: 'Next version' })).toBeFocused()
  await app.page.keyboard.press('ArrowRight')
  await expect(app.reply).toContainText('Answer 4')

  await app.sent.first().getByRole('button', { name: 'Previous version' }).click()
  await expect(app.replies).toHaveCount(2)
  await expect(app.reply).toContainText('Answer 2 to: Second question')

  await app.quit()
  app = await openApp(server.url, folder)
  await app.conversations.getByText('First question').click()
  await expect(app.reply).toContainText('Answer 2 to: Second question')
  await app.sent.first().getByRole('button', { name: 'Next version' }).click()
  await expect(app.reply).toContainText('Answer 4')
  await expect(app.reply.getByText('2 of 2')).toBeVisible()
})

test('a deleted branch comes back, and a message without a reply gets one', async ({ openApp, serve }) => {
  const server = await serve(numbered())
  const app = await openApp(server.url)
  await ask(app, 'Keep me', 'Answer 1')
  await ask(app, 'Delete me', 'Answer 2')

  await app.reply.hover()
  await app.reply.getByRole('button', { name: 'More' }).click()
  await app.page.getByRole('menuitem', { name: 'Delete from here' }).click()
  await expect(app.replies).toHaveCount(1)
  await app.page.getByRole('button', { name: 'Ask for one' }).click()
  await expect(app.reply).toContainText('Answer 3 to: Delete me')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.reply.getByText('2 of 2')).toBeVisible()

  await app.sent.last().hover()
  await app.sent.last().getByRole('button', { name: 'More' }).click()
  await app.page.getByRole('menuitem', { name: 'Delete from here' }).click()
  await expect(app.sent).toHaveCount(1)
  await app.message.focus()
  await app.page.keyboard.press('ControlOrMeta+z')
  await expect(app.sent).toHaveCount(2)
  await expect(app.page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('a search finds words in every branch and opens at the message', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const folder = await newFolder()
  const said = Array.from(
    { length: 120 },
    (_, at) => `Line ${at}. ${'More text to scroll through. '.repeat(20)}`,
  )
  said[14] = `A pelican walked by. ${said[14]}`
  writeConversations(folder, [
    { title: 'Birds', atMs: now - DAY_MS, said },
    { title: 'Other', atMs: now, said: ['What is a pelican called in German?', 'Pelikan'] },
  ])
  const server = await serve(numbered())
  const app = await openApp(server.url, folder)
  await app.page.keyboard.press('ControlOrMeta+f')
  await expect(app.search).toBeFocused()
  await app.page.keyboard.type('pel wal')
  const hits = app.conversations.getByRole('button', { name: /pelican/i })
  await expect(hits).toHaveCount(1)
  await expect(hits.locator('mark')).toHaveText(['pelican', 'walked'])
  await app.page.keyboard.press('ArrowDown')
  await app.page.keyboard.press('Enter')
  const marked = app.page.getByRole('article').and(app.page.locator('[aria-current]'))
  await expect(marked).toContainText('A pelican walked by')
  await expect(marked).toBeInViewport()

  await expect(app.page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  await app.search.fill('line 119')
  await app.conversations.getByRole('button', { name: /line 119/i }).click()
  await expect(app.reply).toContainText('Line 119')
  await expect(app.reply).toBeInViewport()
  // There is nothing later to jump to.
  await expect(app.page.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0)

  await app.search.fill('nothing-like-this')
  await expect(app.conversations).toContainText('Nothing found')
  await app.search.fill('pelican')
  await expect(hits).toHaveCount(2)
  // Newest first.
  await expect(hits.first()).toContainText('German')
  await app.search.focus()
  await app.page.keyboard.press('Escape')
  await expect(app.search).toHaveValue('')
  await expect(app.conversations.getByText('Birds')).toBeVisible()
})

test('a thread of 5,000 messages is there from end to end, and stays in place while it is read', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const folder = await newFolder()
  const said = Array.from({ length: 5000 }, (_, at) => `Line ${at}. ${'More text. '.repeat(at % 90)}`)
  said[2501] = `${said[2501]} Here sits a capybara.`
  writeConversations(folder, [
    { title: 'Long', atMs: now, said },
    { title: 'Short', atMs: now - DAY_MS, said: ['Hello', 'Hello.'] },
  ])
  const server = await serve(numbered())
  const app = await openApp(server.url, folder)
  const log = app.page.getByRole('log', { name: 'Conversation' })
  const line = (at: number) => log.getByText(new RegExp(`^Line ${at}\\.`))
  await app.conversations.getByText('Long').click()
  await expect(line(4999)).toBeInViewport()
  expect(await app.page.getByRole('article').count()).toBeLessThan(60)

  // Upwards through what was not read yet: every turn of the wheel moves what is seen by just as much.
  await app.page.mouse.move(640, 400)
  for (let turns = 0; turns < 24; turns += 1) {
    const seen = await log.evaluate(middleRow)
    await app.page.mouse.wheel(0, -300)
    await expect.poll(async () => (await log.evaluate(topOfRow, seen.text)) - seen.topPx).toBe(300)
  }
  await expect(line(4999)).toHaveCount(0)

  await log.focus()
  await app.page.keyboard.press('Home')
  await expect(line(0)).toBeInViewport()
  await app.page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(line(4999)).toBeInViewport()

  await app.conversations.getByText('Short').click()
  await app.search.fill('capybara')
  await app.conversations.getByRole('button', { name: /capybara/ }).click()
  const marked = app.page.getByRole('article').and(app.page.locator('[aria-current]'))
  await expect(marked).toContainText('Here sits a capybara')
  await expect(marked).toBeInViewport()
  // A message far up is sent again: its branch ends there.
  const above = app.sent.filter({ hasText: 'Line 2500.' })
  await above.hover()
  await above.getByRole('button', { name: 'Edit' }).click()
  await app.page.getByRole('textbox', { name: 'New version' }).fill('Another way')
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('Answer 1 to: Another way')
  await expect(app.sent.last().getByText('2 of 2')).toBeVisible()
  const bodies = server.seen.filter(({ path }) => path === '/v1/chat/completions')
  expect(JSON.parse(bodies[0]?.body ?? '{}').messages).toHaveLength(2501)
  await app.sent.last().getByRole('button', { name: 'Previous version' }).click()
  await expect(line(2500)).toBeInViewport()
})

/** The row in the middle of the window: its own text, and where it stands. */
function middleRow(log: Element): { text: string; topPx: number } {
  const rows = [...log.querySelectorAll('article')].map((row) => ({
    text: /Line \d+\./.exec(row.textContent)?.[0] ?? '',
    box: row.getBoundingClientRect(),
  }))
  const row = rows.find(({ text, box }) => text !== '' && box.bottom > 400)
  return { text: row?.text ?? '', topPx: Math.round(row?.box.top ?? 0) }
}

/** Where the row with this text stands; NaN when it is not in the document. */
function topOfRow(log: Element, text: string): number {
  const row = [...log.querySelectorAll('article')].find(({ textContent }) => textContent.includes(text))
  return Math.round(row?.getBoundingClientRect().top ?? Number.NaN)
}

test('deep in a long reply, the word itself comes into view', async ({ openApp, serve, newFolder }) => {
  const folder = await newFolder()
  const lines = Array.from({ length: 300 }, (_, at) => `Paragraph ${at} of a long reply, with **bold** text.`)
  lines[220] = `${lines[220]} Here sits a capybara.`
  const said = ['Write something long', lines.join('\n\n'), 'Thanks', 'You are welcome.']
  writeConversations(folder, [{ title: 'Long', atMs: now, said }])
  const server = await serve(numbered())
  const app = await openApp(server.url, folder)
  await app.search.fill('capybara')
  await app.conversations.getByRole('button', { name: /capybara/ }).click()
  const paragraph = app.replies.first().getByText('Here sits a capybara')
  await expect(paragraph).toBeInViewport()
  const painted = () =>
    app.page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => range.toString()))
  await expect.poll(painted).toEqual(['capybara'])
  await app.page.getByRole('button', { name: 'New chat' }).click()
  await expect.poll(painted).toEqual([])
})

test('a hit on another branch shows that branch', async ({ openApp, serve }) => {
  const server = await serve(numbered())
  const app = await openApp(server.url)
  await ask(app, 'About walruses', 'Answer 1')
  await app.sent.first().hover()
  await app.sent.first().getByRole('button', { name: 'Edit' }).click()
  await app.sent.getByRole('textbox', { name: 'New version' }).fill('About seals')
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('Answer 2 to: About seals')
  await expect(app.reply).toHaveAttribute('aria-busy', 'false')
  await app.search.fill('walruses')
  await app.conversations.getByRole('button', { name: /^About walruses.*You: / }).click()
  await expect(app.sent.first()).toContainText('About walruses')
  await expect(app.sent.first()).toHaveAttribute('aria-current', 'true')
  await expect(app.reply).toContainText('Answer 1')
})

test('a chat is renamed in place, pinned, deleted and brought back, and all of it lasts', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const folder = await newFolder()
  writeConversations(folder, [
    { title: 'Apples', atMs: now - 3 * DAY_MS, said: ['a', 'A'] },
    { title: 'Bananas', atMs: now - 2 * DAY_MS, said: ['b', 'B'] },
    { title: 'Cherries', atMs: now, said: ['c', 'C'] },
  ])
  const server = await serve(numbered())
  let app = await openApp(server.url, folder)
  await expect.poll(() => titles(app)).toEqual(['Cherries', 'Bananas', 'Apples'])

  await app.conversations.getByText('Apples').dblclick()
  const field = app.conversations.getByRole('textbox', { name: 'Title' })
  await field.fill('Never mind')
  await field.press('Escape')
  await expect.poll(() => titles(app)).toEqual(['Cherries', 'Bananas', 'Apples'])
  await app.page.keyboard.press('F2')
  await field.fill('Pears')
  await field.press('Enter')
  await expect.poll(() => titles(app)).toEqual(['Cherries', 'Bananas', 'Pears'])

  await app.conversations.getByText('Bananas').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Pin', exact: true }).click()
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries', 'Pears'])
  await expect(app.conversations.getByRole('heading').first()).toHaveText('Pinned')

  // By keyboard alone: to the last, away with it and with the next, and both back.
  await app.conversations.getByText('Cherries').click()
  await app.conversations.locator('[data-position="1"]').focus()
  await app.page.keyboard.press('End')
  await app.page.keyboard.press('Delete')
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries'])
  await app.page.keyboard.press('Delete')
  await expect.poll(() => titles(app)).toEqual(['Bananas'])
  await expect(app.page.getByRole('heading', { level: 1 })).toHaveText('New chat')
  await app.page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries'])
  await expect(app.page.getByRole('heading', { level: 1 })).toHaveText('Cherries')
  await app.page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries', 'Pears'])

  await app.conversations.getByText('Pears').hover()
  await app.conversations
    .getByRole('listitem')
    .filter({ hasText: 'Pears' })
    .getByRole('button', { name: 'Actions' })
    .click()
  await app.page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries'])

  await app.quit()
  app = await openApp(server.url, folder)
  await expect.poll(() => titles(app)).toEqual(['Bananas', 'Cherries'])
  await expect(app.conversations.getByRole('heading').first()).toHaveText('Pinned')
})

test('what was typed and not sent is there after a restart, in each chat its own', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const folder = await newFolder()
  writeConversations(folder, [{ title: 'Apples', atMs: now, said: ['a', 'A'] }])
  const server = await serve(numbered())
  let app = await openApp(server.url, folder)
  await app.message.fill('a new thought')
  await app.conversations.getByText('Apples').click()
  await expect(app.message).toHaveValue('')
  await app.message.fill('more on apples')
  await expect.poll(() => stored(folder, 'drafts', 'text')).toEqual(['a new thought', 'more on apples'])
  await app.quit()
  app = await openApp(server.url, folder)
  await expect(app.message).toHaveValue('a new thought')
  await app.conversations.getByText('Apples').click()
  await expect(app.message).toHaveValue('more on apples')
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('to: more on apples')
  await expect(app.message).toHaveValue('')
})

test('ten thousand chats: few rows exist, and the keyboard reaches them all', async ({
  openApp,
  serve,
  newFolder,
}) => {
  const folder = await newFolder()
  writeConversations(
    folder,
    Array.from({ length: 10_000 }, (_, at) => ({
      title: at === 7_000 ? 'Zebra crossing' : `Chat ${at}`,
      atMs: now - at * 60_000,
      said: [`Question ${at}`, `Answer ${at}`],
    })),
  )
  const server = await serve(numbered())
  const app = await openApp(server.url, folder)
  const rows = app.conversations.locator('[data-position]')
  await expect(rows.first()).toContainText('Chat 0')
  await rows.first().focus()
  // All pages have come when the last one is there to go to.
  await expect
    .poll(async () => {
      await app.page.keyboard.press('End')
      return app.page.evaluate(() => document.activeElement?.textContent)
    })
    .toContain('Chat 9999')
  expect(await rows.count()).toBeLessThan(100)
  await app.page.keyboard.type('zebra')
  await expect
    .poll(() => app.page.evaluate(() => document.activeElement?.textContent))
    .toContain('Zebra crossing')
  await app.page.keyboard.press('Enter')
  await expect(app.reply).toContainText('Answer 7000')
})
