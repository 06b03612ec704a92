import { describe, expect, it } from 'vitest'
import { normalizeBaseUrl } from '../../../main/afm/base-url.ts'

describe('normalizeBaseUrl', () => {
  it.each([
    ['127.0.0.1:9999', 'http://127.0.0.1:9999'],
    ['http://127.0.0.1:9999/', 'http://127.0.0.1:9999'],
    ['http://127.0.0.1:9999/v1', 'http://127.0.0.1:9999'],
    ['http://127.0.0.1:9999/v1/', 'http://127.0.0.1:9999'],
    ['http://127.0.0.1:9999/v1/chat/completions', 'http://127.0.0.1:9999'],
    ['  localhost:1234  ', 'http://localhost:1234'],
    ['https://models.example.com/afm/v1', 'https://models.example.com/afm'],
    ['HTTP://Studio.local:8080', 'http://studio.local:8080'],
    ['[::1]:9999', 'http://[::1]:9999'],
    ['studio.local', 'http://studio.local:9999'],
    ['studio.local:80', 'http://studio.local'],
    ['http://studio.local', 'http://studio.local'],
  ])('takes %j', (typed, url) => {
    expect(normalizeBaseUrl(typed)).toBe(url)
    expect(normalizeBaseUrl(url)).toBe(url)
  })

  it.each([
    '',
    '   ',
    'ftp://x',
    'file:///etc',
    'javascript:alert(1)',
    'http://',
    'http://u:p@h',
    'http://h/?q=1',
    'h:99999',
    'a b',
  ])('refuses %j with words', (typed) => {
    expect(() => normalizeBaseUrl(typed)).toThrowError(/\w+/)
  })
})
