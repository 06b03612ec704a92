import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keychainCodec } from '../../../main/electron/secrets.ts'
import { createFileSecrets } from '../../../main/secrets/file-secrets.ts'

/** A Keychain of its own: AES-GCM with a key that this object holds. */
function createKeychain() {
  const key = randomBytes(32)
  return {
    state: 'open' as 'open' | 'missing' | 'locked',
    async isAsyncEncryptionAvailable() {
      return this.state !== 'missing'
    },
    async encryptStringAsync(plain: string) {
      if (this.state === 'locked') throw new Error('errSecAuthFailed')
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const content = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), content])
    },
    async decryptStringAsync(encrypted: Buffer) {
      if (this.state === 'locked') throw new Error('errSecAuthFailed')
      const cipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12))
      cipher.setAuthTag(encrypted.subarray(12, 28))
      const content = Buffer.concat([cipher.update(encrypted.subarray(28)), cipher.final()])
      return { result: content.toString('utf8'), shouldReEncrypt: false }
    },
  }
}

async function createStore(keychain = createKeychain()) {
  const file = join(await mkdtemp(join(tmpdir(), 'afm-keychain-')), 'secrets.json')
  return { keychain, file, store: createFileSecrets(file, keychainCodec(keychain)) }
}

describe('secrets in the Keychain', () => {
  it('come back, and are not readable in the file', async () => {
    const { file, store, keychain } = await createStore()
    await store.set('server', 'sk-grüße')
    expect(await readFile(file, 'utf8')).not.toContain('sk-')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await createFileSecrets(file, keychainCodec(keychain)).get('server')).toBe('sk-grüße')
  })

  it('say what to do when the Keychain is missing or locked, and lose nothing', async () => {
    const { store, keychain } = await createStore()
    await store.set('server', 'sk-1')
    keychain.state = 'missing'
    await expect(store.get('server')).rejects.toMatchObject({ code: 'keychain-unavailable' })
    await expect(store.set('server', 'sk-2')).rejects.toMatchObject({ code: 'keychain-unavailable' })
    keychain.state = 'locked'
    await expect(store.get('server')).rejects.toMatchObject({ code: 'keychain-refused' })
    await expect(store.set('server', 'sk-2')).rejects.toMatchObject({ code: 'keychain-refused' })
    keychain.state = 'open'
    expect(await store.get('server')).toBe('sk-1')
  })

  it('of another Keychain are refused, and can be removed', async () => {
    const { file, store } = await createStore()
    await store.set('server', 'sk-1')
    const moved = createFileSecrets(file, keychainCodec(createKeychain()))
    await expect(moved.get('server')).rejects.toMatchObject({ code: 'keychain-refused' })
    await moved.remove('server')
    expect(await moved.get('server')).toBeNull()
  })
})
