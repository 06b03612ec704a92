import { describe, expect, it } from 'vitest'
import { updateFeed } from '../../build/feed.ts'
import { signing } from '../../build/signing.ts'

const KEY = { APPLE_API_KEY: '/k.p8', APPLE_API_KEY_ID: 'K', APPLE_API_ISSUER: 'I' }

describe('how the app is signed', () => {
  it('is ad hoc where there is no identity, without the runtime that would refuse its frameworks', () => {
    const adHoc = { identity: '-', hardenedRuntime: false, notarize: false }
    expect(signing({})).toEqual(adHoc)
    expect(signing({ CSC_LINK: '' })).toEqual(adHoc)
  })

  it('is with the identity of the environment, and the hardened runtime', () => {
    for (const identity of [{ CSC_LINK: 'a.p12' }, { CSC_NAME: 'Somebody (TEAM)' }]) {
      expect(signing(identity)).toEqual({ hardenedRuntime: true, notarize: false })
    }
  })

  it('is notarised with a whole API key', () => {
    expect(signing({ CSC_LINK: 'a.p12', ...KEY })).toEqual({ hardenedRuntime: true, notarize: true })
  })

  it('is refused with half a key, or a key and nothing signed', () => {
    expect(() => signing({ CSC_LINK: 'a.p12', APPLE_API_KEY: '/k.p8' })).toThrow(
      'APPLE_API_KEY_ID and APPLE_API_ISSUER',
    )
    expect(() => signing(KEY)).toThrow('CSC_LINK or CSC_NAME')
  })
})

describe('the feed of updates', () => {
  it('is none unless one is named, and https only', () => {
    expect(updateFeed({})).toBeNull()
    expect(updateFeed({ AFM_UPDATE_FEED: '' })).toBeNull()
    expect(updateFeed({ AFM_UPDATE_FEED: 'https://example.com/afm/' })).toBe('https://example.com/afm/')
    for (const feed of ['http://example.com/', 'file:///tmp', 'example.com'])
      expect(() => updateFeed({ AFM_UPDATE_FEED: feed })).toThrow('https')
  })
})
