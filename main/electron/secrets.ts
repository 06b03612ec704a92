import type { SafeStorage } from 'electron'
import { UserError } from '../../shared/result.ts'
import type { SecretCodec } from '../secrets/file-secrets.ts'

/**
 * Encrypts secrets with a key that the system's Keychain holds, so that the file by itself is worthless.
 * Each failure is a UserError that says what to do.
 */
export function keychainCodec(
  safeStorage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>,
): SecretCodec {
  async function requireKeychain(): Promise<void> {
    // It also rejects, instead of saying no, where the system refuses to answer.
    if (await safeStorage.isAsyncEncryptionAvailable().catch(() => false)) return
    throw new UserError(
      'keychain-unavailable',
      'The Keychain cannot be used, so keys can be neither stored nor read. Unlock your login keychain and try again.',
    )
  }

  return {
    async encode(plain) {
      await requireKeychain()
      try {
        return (await safeStorage.encryptStringAsync(plain)).toString('base64')
      } catch {
        throw new UserError(
          'keychain-refused',
          'The Keychain refused to protect the key. Allow AFM Desktop to use it and try again.',
        )
      }
    },
    async decode(stored) {
      await requireKeychain()
      try {
        return (await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'))).result
      } catch {
        throw new UserError(
          'keychain-refused',
          'The stored key could not be unlocked with the Keychain. Allow AFM Desktop to use it, or enter the key again.',
        )
      }
    },
  }
}
