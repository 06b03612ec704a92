import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_POLICY } from '../../../main/security/content-policy.ts'
import { answerStatic } from '../../../main/security/static-files.ts'
import { makePageFolder } from '../browser/page-folder.ts'

let folder = ''
beforeAll(async () => {
  folder = (await makePageFolder()).folder
})

const get = (path: string) => answerStatic(folder, 'GET', path)

describe('a file of the page', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/assets/index-Ab3_x-9Z.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/plain.css', 'text/css; charset=utf-8', 'no-cache'],
    ['/icon.svg', 'image/svg+xml', 'no-cache'],
    ['/%69con.svg', 'image/svg+xml', 'no-cache'],
    ['/same.svg', 'image/svg+xml', 'no-cache'],
  ])('%s is served as %s, %s', async (path, type, caching) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': type,
      'cache-control': caching,
      'content-security-policy': CONTENT_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(answer.headers['content-length']).toBe(String(answer.body?.byteLength))
  })

  it('comes without its body for HEAD, with the same headers', async () => {
    const head = await answerStatic(folder, 'HEAD', '/')
    expect(head.body).toBeNull()
    expect(head.headers).toEqual((await get('/')).headers)
  })

  it('is refused to other methods', async () => {
    const answer = await answerStatic(folder, 'POST', '/')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
  })
})

describe('a way out of the folder', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/assets/../../secret.txt',
    '/..\\secret.txt',
    '/..%5csecret.txt',
    '/../page-secret/secret.txt',
    '/index.html%00.txt',
    '/link.txt',
    '/linked/secret.txt',
    '/.hidden',
    '/%2ehidden',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/%',
    '/%ff',
    '',
    'index.html',
    'http://example.com/index.html',
  ])('%j is answered as a missing file', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(String(answer.body)).not.toContain('secret')
    expect(answer.headers['content-security-policy']).toBe(CONTENT_POLICY)
  })

  it('is not found by chance either', async () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '%2f',
      '%2e',
      '%252f',
      '\\',
      '%5c',
      '%00',
      'page-secret',
      'secret.txt',
      'linked',
      'link.txt',
      'assets',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const answer = await get(`/${pieces.join('')}`)
        expect(String(answer.body)).not.toBe('secret')
      }),
      { numRuns: 500 },
    )
  })
})
