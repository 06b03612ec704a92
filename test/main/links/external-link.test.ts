import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkExternalLink } from '../../../main/links/external-link.ts'

/** What became of a link: how it is opened, or the code of the refusal. */
function outcome(url: string): string {
  try {
    return checkExternalLink(url)
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'another error'
  }
}

describe('a link that a page wants to open', () => {
  it.each([
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['https://[::1]:8443/', 'https://[::1]:8443/'],
    ['mailto:someone@example.com?subject=Hi', 'mailto:someone@example.com?subject=Hi'],
    // What URL makes of it is what is opened, and nothing else.
    [' https://example.com/\n', 'https://example.com/'],
    ['https:\\\\example.com\\a', 'https://example.com/a'],
  ])('%j is opened as %j', (url, opened) => expect(outcome(url)).toBe(opened))

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'app://bundle/index.html',
    'smb://host/share',
    'ssh://host',
    'tel:1',
    'x-apple.systempreferences:com.apple.preference.security',
    'vscode://file/x',
    'blob:https://example.com/1',
    'view-source:https://example.com',
    'https://user@example.com/',
    'https://user:password@example.com/',
    'https://',
    'example.com',
    '//example.com',
    '/etc/passwd',
    '',
  ])('%j is refused', (url) => expect(outcome(url)).toBe('invalid-url'))

  it('is https or mailto whatever was asked for', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.webUrl(), fc.webUrl({ validSchemes: ['file', 'http', 'ftp'] })),
        (url) => {
          const opened = outcome(url)
          return opened === 'invalid-url' || /^(https:\/\/|mailto:)/.test(opened)
        },
      ),
    )
  })
})
