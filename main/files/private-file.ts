import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file that only the user can read, whole or not at all: a crash or a full disk leaves the old
 * content. The new content is on disk when this resolves.
 */
export function writePrivateFile(file: string, content: string): Promise<void> {
  return writeWholeFile(file, content, 0o600)
}

/** The same with the given mode, from which the system takes what its umask says. */
export async function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = await open(temporary, 'wx', mode)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  // The new name is in the folder, which has to reach the disk as well.
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
