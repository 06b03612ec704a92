import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package of which a part is in the build. */
export interface ThirdParty {
  readonly name: string
  readonly version: string
  /** As its package.json says, an SPDX expression. */
  readonly licence: string
  /** Its licence and notice files, whole. */
  readonly texts: readonly string[]
}

/**
 * Notes from which packages the build takes code, style or fonts, so that the list of licences holds what is
 * in the app: not what is installed, and nothing that was shaken out.
 */
export class ThirdPartyCollector {
  readonly #folders = new Set<string>()

  /** The plugin for one bundler; workers have one of their own. */
  plugin(): Plugin {
    return {
      name: 'third-party',
      generateBundle: (_options, bundle) => {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') for (const id of file.moduleIds) this.#note(id)
        }
      },
      // A stylesheet becomes a file of its own, and its module may be gone from the chunk by then.
      transform: {
        filter: { id: /\.css(\?|$)/ },
        handler: (_code, id) => {
          this.#note(id)
          return null
        },
      },
    }
  }

  /**
   * The packages noted so far, by name.
   * @throws Error for a package that says nothing about its licence.
   */
  packages(): ThirdParty[] {
    return [...this.#folders].map(readPackage).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  #note(id: string): void {
    const folder = packageFolder(id)
    if (folder !== null) this.#folders.add(folder)
  }
}

/** The folder of the package that a module belongs to; null for the app's own. */
export function packageFolder(id: string): string | null {
  const [, folder] = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? []
  return folder ?? null
}

function readPackage(folder: string): ThirdParty {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string
    version: string
    license?: string
  }
  if (typeof license !== 'string') throw new Error(`${name} does not say under which licence it is.`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return { name, version, licence: license, texts }
}

/** The one file of licences that goes into the app. */
export function licenceFile(packages: readonly ThirdParty[]): string {
  const rule = '-'.repeat(80)
  const parts = packages.map(({ name, version, licence, texts }) =>
    [`${name} ${version}`, `Licence: ${licence}`, ...texts.flatMap((text) => ['', text])].join('\n'),
  )
  const head = 'AFM Desktop contains parts of the packages below, under their licences.'
  return `${[head, ...parts].join(`\n\n${rule}\n`)}\n`
}
