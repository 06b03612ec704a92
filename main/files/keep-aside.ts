import { rename } from 'node:fs/promises'

/** Moves a file that cannot be read out of the way, never deletes it; returns its new path. */
export async function keepAside(path: string): Promise<string> {
  const aside = `${path}.broken-${new Date().toISOString().replaceAll(':', '-')}`
  await rename(path, aside)
  return aside
}
