import { EventEmitter } from 'node:events'
import type { WebContents } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reloadAfterCrash } from '../../../main/electron/crash.ts'
import { PAGE_URL } from '../../../main/electron/origin.ts'
import { watchPage } from '../../../main/electron/page-watch.ts'
import { problemUrl } from '../../../main/electron/problem-page.ts'
import { answerAppRequest } from '../../../main/electron/protocol.ts'

/** As much of a page as is watched. */
class Contents extends EventEmitter {
  url = PAGE_URL
  readonly reload = vi.fn()
  readonly loadURL = vi.fn(async (url: string) => {
    this.url = url
  })
  isDestroyed(): boolean {
    return false
  }
  getURL(): string {
    return this.url
  }
  navigate(): void {
    this.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false })
  }
}

function watched() {
  const contents = new Contents()
  const report = vi.fn()
  const watch = watchPage(contents as unknown as WebContents, report)
  return { contents, report, watch }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a page', () => {
  it('that loads and starts stays', () => {
    const { contents, watch } = watched()
    contents.navigate()
    contents.emit('did-navigate', {}, PAGE_URL, 200)
    watch.ready()
    contents.emit('did-finish-load')
    vi.advanceTimersByTime(60_000)
    expect(contents.loadURL).not.toHaveBeenCalled()
  })

  it('that is slow stays when it starts after all', () => {
    const { contents, watch } = watched()
    contents.navigate()
    contents.emit('did-finish-load')
    vi.advanceTimersByTime(15_000)
    watch.ready()
    vi.advanceTimersByTime(60_000)
    expect(contents.loadURL).not.toHaveBeenCalled()
  })

  it('that never starts gives way to one that says so, and is watched again at the next try', () => {
    const { contents, watch } = watched()
    for (const times of [1, 2]) {
      contents.url = PAGE_URL
      contents.navigate()
      watch.ready()
      contents.navigate()
      contents.emit('did-finish-load')
      vi.advanceTimersByTime(60_000)
      expect(contents.loadURL).toHaveBeenCalledTimes(times)
      expect(contents.loadURL).toHaveBeenLastCalledWith(problemUrl('start'))
    }
  })

  it.each([
    ['did-fail-load', [{}, -6, 'ERR_FILE_NOT_FOUND', PAGE_URL, true], 'load'],
    ['did-navigate', [{}, PAGE_URL, 404], 'load'],
    ['preload-error', [{}, '/preload.cjs', new SyntaxError('x')], 'start'],
  ] as const)('with a %s gives way to one that says so', (event, args, problem) => {
    const { contents, report } = watched()
    contents.emit(event, ...args)
    expect(contents.loadURL).toHaveBeenCalledExactlyOnceWith(problemUrl(problem))
    expect(report).toHaveBeenCalledOnce()
  })

  it('stays when a frame in it, a load that was replaced, or the problem’s own page fails', () => {
    const { contents } = watched()
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', PAGE_URL, false)
    contents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', PAGE_URL, true)
    contents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', problemUrl('load'), true)
    expect(contents.loadURL).not.toHaveBeenCalled()
  })
})

describe('a page whose process has gone', () => {
  it('is loaded again, unless it ended by itself or has just crashed before', () => {
    const contents = Object.assign(new EventEmitter(), { reload: vi.fn() })
    const giveUp = vi.fn()
    let nowMs = 0
    reloadAfterCrash(contents as unknown as WebContents, giveUp, () => nowMs)
    const gone = (reason: string) => contents.emit('render-process-gone', {}, { reason })
    gone('clean-exit')
    expect(contents.reload).not.toHaveBeenCalled()
    gone('crashed')
    expect(contents.reload).toHaveBeenCalledTimes(1)
    nowMs = 9000
    gone('crashed')
    expect(contents.reload).toHaveBeenCalledTimes(1)
    expect(giveUp).toHaveBeenCalledTimes(1)
    nowMs = 19_000
    gone('oom')
    expect(contents.reload).toHaveBeenCalledTimes(2)
  })
})

describe('the problem’s page', () => {
  it('needs no file, runs no script, and takes no text from its address', async () => {
    const response = await answerAppRequest('/nowhere', 'GET', `${problemUrl('crash')}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).toContain('crashed twice')
    const odd = await answerAppRequest('/nowhere', 'GET', 'app://bundle/problem?<script>x</script>')
    expect(await odd.text()).not.toContain('<script')
  })
})
