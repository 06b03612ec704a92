import { describe, expect, it } from 'vitest'
import { bridgeUrl, tokenOf } from '../../../renderer/bridge/index.ts'

describe('the address of the bridge', () => {
  it('is the one the page came from', () => {
    expect(bridgeUrl(new URL('http://localhost:5000/x#token=a'))).toBe('ws://localhost:5000/bridge')
    expect(bridgeUrl(new URL('https://mac.example/'))).toBe('wss://mac.example/bridge')
  })
})

describe('the token', () => {
  it('is taken from the fragment', () => {
    expect(tokenOf('#token=aB3_-x')).toBe('aB3_-x')
    expect(tokenOf('#view=1&token=abc')).toBe('abc')
  })

  it.each(['', '#', '#token=', '#token=a b', '#token=a,b', '#token=%00', '#other=x'])(
    'of %j is one that a subprotocol can hold',
    (hash) => {
      expect(tokenOf(hash)).toBe('missing')
    },
  )
})
