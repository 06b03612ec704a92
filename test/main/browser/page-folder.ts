import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder `parent` with a secret beside the page, and the page in it, with ways out of it. */
export async function makePageFolder(): Promise<{ parent: string; folder: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'afm-page-'))
  const folder = join(parent, 'page')
  await mkdir(join(folder, 'assets'), { recursive: true })
  // A sibling whose name begins like the folder's: a prefix check without the separator lets it through.
  await mkdir(join(parent, 'page-secret'))
  await writeFile(join(parent, 'secret.txt'), 'secret')
  await writeFile(join(parent, 'page-secret', 'secret.txt'), 'secret')
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  await writeFile(join(folder, '.hidden'), 'secret')
  await writeFile(join(folder, 'assets', 'index-Ab3_x-9Z.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'plain.css'), 'body {}')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  await symlink(join(parent, 'secret.txt'), join(folder, 'link.txt'))
  await symlink(join(parent, 'page-secret'), join(folder, 'linked'))
  await symlink(join(folder, 'icon.svg'), join(folder, 'same.svg'))
  return { parent, folder }
}
