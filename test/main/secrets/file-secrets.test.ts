import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { createFileSecrets } from '../../../main/secrets/file-secrets.ts'

let folder = ''
let file = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afm-secrets-'))
  file = join(folder, 'secrets.json')
})

const modeOf = async (path: string) => (await stat(path)).mode & 0o777

describe('the file of secrets', () => {
  it('keeps them over a restart', async () => {
    const store = createFileSecrets(file)
    expect(await store.get('a')).toBeNull()
    await store.set('a', 'one')
    await store.set('b', 'two')
    await store.set('a', 'three')
    const again = createFileSecrets(file)
    expect([await again.get('a'), await again.get('b'), await again.get('toString')]).toEqual([
      'three',
      'two',
      null,
    ])
    await again.remove('a')
    await again.remove('never there')
    expect(await createFileSecrets(file).get('a')).toBeNull()
  })

  it('is readable by its user only, also after it was not', async () => {
    const store = createFileSecrets(file)
    await store.set('a', 'one')
    expect(await modeOf(file)).toBe(0o600)
    await chmod(file, 0o644)
    await store.get('a')
    expect(await modeOf(file)).toBe(0o600)
  })

  it('loses nothing when many are stored at once, and leaves no other file', async () => {
    const store = createFileSecrets(file)
    const names = Array.from({ length: 20 }, (_, index) => `name ${index}`)
    await Promise.all(names.map((name) => store.set(name, name.toUpperCase())))
    expect(await Promise.all(names.map((name) => store.get(name)))).toEqual(
      names.map((name) => name.toUpperCase()),
    )
    expect(await readdir(folder)).toEqual(['secrets.json'])
  })

  it.each(['', 'nonsense', '[]', '{"version":2,"secrets":{}}', '{"version":1,"secrets":{"a":1}}'])(
    'that holds %j is set aside and reported once',
    async (content) => {
      await writeFile(file, content)
      const store = createFileSecrets(file)
      await expect(store.set('a', 'one')).rejects.toMatchObject({
        name: 'UserError',
        code: 'secrets-damaged',
      })
      const [aside] = await readdir(folder)
      expect(aside).toMatch(/^secrets\.json\.broken-/)
      expect(await readFile(join(folder, String(aside)), 'utf8')).toBe(content)
      expect(await store.get('a')).toBeNull()
      await store.set('a', 'one')
      expect(await store.get('a')).toBe('one')
    },
  )

  it('that cannot be read or written gives an error that says so', async () => {
    await mkdir(file)
    await expect(createFileSecrets(file).get('a')).rejects.toMatchObject({ code: 'secrets-unreadable' })
    await rm(folder, { recursive: true })
    await expect(createFileSecrets(file).set('a', 'one')).rejects.toMatchObject({
      code: 'secrets-not-written',
    })
  })
})
