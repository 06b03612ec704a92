import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package of which a part is in the build. */
export interface ThirdParty {
  readonly name: string
  readonly version: string
  /** As its package.json says, an SPDX expression. */
  readonly licence: string
  /** Its licence and notice files, whole; the licence's own text where the package brings none. */
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
   * @throws Error for a package that does not say its licence, or whose text cannot be had.
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
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as {
    name: string
    version: string
    license?: string
    author?: string | { name: string }
  }
  if (typeof license !== 'string') throw new Error(`${name} does not say under which licence it is.`)
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (texts.length === 0) {
    if (license !== 'MIT' || author === undefined) throw new Error(`${name} brings no licence text.`)
    texts.push(mitLicence(typeof author === 'string' ? author : author.name))
  }
  return { name, version, licence: license, texts }
}

/** The MIT licence, as https://spdx.org/licenses/MIT has it. */
function mitLicence(holder: string): string {
  return `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and
to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of
the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO
THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS
IN THE SOFTWARE.`
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
