import { chmod, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { UserError } from '../../shared/result.ts'
import { parseJson } from '../../shared/stream/json.ts'
import { keepAside } from '../files/keep-aside.ts'
import { writePrivateFile } from '../files/private-file.ts'
import type { SecretStore } from '../host.ts'

/** Turns a secret into what the file holds, and back. Failures are UserErrors. */
export interface SecretCodec {
  encode(plain: string): Promise<string>
  decode(stored: string): Promise<string>
}

const plainText: SecretCodec = { encode: async (plain) => plain, decode: async (stored) => stored }

const fileSchema = z.strictObject({ version: z.literal(1), secrets: z.record(z.string(), z.string()) })
type Secrets = Record<string, string>

/**
 * Keeps secrets in a JSON file that only the user can read (mode 0600). With a codec the file holds only
 * what the codec makes of them.
 *
 * A file that cannot be understood is set aside and reported once, never overwritten: its keys may still be
 * rescued by hand.
 */
export function createFileSecrets(file: string, codec: SecretCodec = plainText): SecretStore {
  // Changes wait for one another, so that two at once do not lose one.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<T>(action: () => Promise<T>): Promise<T> {
    const next = last.then(action)
    last = next.catch(() => {})
    return next
  }

  async function change(edit: (secrets: Map<string, string>) => void): Promise<void> {
    const secrets = new Map(Object.entries(await readSecrets(file)))
    edit(secrets)
    const content = { version: 1, secrets: Object.fromEntries(secrets) }
    try {
      await writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`)
    } catch (error) {
      throw new UserError('secrets-not-written', `The key could not be stored in ${file}: ${reasonOf(error)}`)
    }
  }

  return {
    get: (name) =>
      inTurn(async () => {
        const secrets = await readSecrets(file)
        const stored = Object.hasOwn(secrets, name) ? secrets[name] : undefined
        return stored === undefined ? null : codec.decode(stored)
      }),
    set: (name, value) =>
      inTurn(async () => {
        const stored = await codec.encode(value)
        await change((secrets) => secrets.set(name, stored))
      }),
    remove: (name) => inTurn(() => change((secrets) => secrets.delete(name))),
  }
}

async function readSecrets(file: string): Promise<Secrets> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
    // A restored backup or a copy may have become readable to others.
    await chmod(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new UserError('secrets-unreadable', `The keys in ${file} could not be read: ${reasonOf(error)}`)
  }
  const parsed = fileSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data.secrets
  const aside = await keepAside(file)
  throw new UserError(
    'secrets-damaged',
    `The file with the keys is damaged and was set aside as ${aside}. Please enter the keys again.`,
  )
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
