import { beforeAll, describe, expect, it } from 'vitest'
import { answerAppRequest } from '../../../main/electron/protocol.ts'
import { CONTENT_POLICY } from '../../../main/security/content-policy.ts'
import { makePageFolder } from '../browser/page-folder.ts'

let folder = ''
beforeAll(async () => {
  folder = (await makePageFolder()).folder
})

describe('app:// requests', () => {
  it('get the page with its policy', async () => {
    const response = await answerAppRequest(folder, 'GET', 'app://bundle/index.html?a#b')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toBe(CONTENT_POLICY)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await response.text()).toContain('<title>page</title>')
  })

  it.each([
    'app://other/index.html',
    'app://bundle/../secret.txt',
    'app://bundle/%2e%2e%2fsecret.txt',
    'app://bundle/%252e%252e%252fsecret.txt',
    'app://bundle/..%5csecret.txt',
    'app://bundle/index.html%00.txt',
    'app://bundle/link.txt',
    'app://bundle/linked/secret.txt',
    'app://bundle/.hidden',
    'app://bundle/none.js',
  ])('for %s get nothing', async (url) => {
    const response = await answerAppRequest(folder, 'GET', url)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('secret')
  })

  it('may only read', async () => {
    expect((await answerAppRequest(folder, 'POST', 'app://bundle/index.html')).status).toBe(405)
  })
})
