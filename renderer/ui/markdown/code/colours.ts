import type { Token } from './tokens.ts'

/** What the worker is asked, and what it answers. */
export interface ColourRequest {
  readonly id: number
  readonly code: string
  readonly language: string
}
export interface ColourResponse {
  readonly id: number
  readonly tokens: readonly Token[]
}

/** Longer code stays without colours. Characters. */
export const COLOUR_MAX = 100_000
/** Code may be written so that a grammar never ends with it: then the worker is ended instead. */
const PATIENCE_MS = 5000
/** Characters of code whose colours are remembered, for blocks that scroll out of the list and back. */
const REMEMBERED_MAX = 1_000_000

/**
 * Asks a worker for the colours of code. The worker, and highlight.js in it, is loaded with the first
 * request; one that does not answer in time is ended, and its code stays without colours.
 */
class Colours {
  #worker: Worker | null = null
  #nextId = 1
  readonly #waiting = new Map<number, (tokens: readonly Token[]) => void>()
  readonly #known = new Map<string, readonly Token[]>()
  #knownChars = 0

  /** Colours that are known already. */
  known(code: string, language: string): readonly Token[] | undefined {
    return this.#known.get(keyOf(code, language))
  }

  /** The colours of the code; none when it cannot be coloured. Never rejects. */
  async find(code: string, language: string): Promise<readonly Token[]> {
    const known = this.known(code, language)
    if (known) return known
    const tokens = await this.#ask(code, language)
    this.#remember(code, language, tokens)
    return tokens
  }

  #ask(code: string, language: string): Promise<readonly Token[]> {
    const id = this.#nextId++
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#end(), PATIENCE_MS)
      this.#waiting.set(id, (tokens) => {
        clearTimeout(timer)
        this.#waiting.delete(id)
        resolve(tokens)
      })
      const request: ColourRequest = { id, code, language }
      this.#start()?.postMessage(request)
    })
  }

  #start(): Worker | null {
    if (this.#worker) return this.#worker
    try {
      this.#worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' })
    } catch {
      // No workers here: what waits is answered when its time is over.
      return null
    }
    this.#worker.addEventListener('message', ({ data }: MessageEvent<ColourResponse>) => {
      this.#waiting.get(data.id)?.(data.tokens)
    })
    this.#worker.addEventListener('error', () => this.#end())
    return this.#worker
  }

  /** Gives up on the worker and on all it was asked. The next request starts another. */
  #end(): void {
    this.#worker?.terminate()
    this.#worker = null
    for (const answer of [...this.#waiting.values()]) answer([])
  }

  #remember(code: string, language: string, tokens: readonly Token[]): void {
    this.#known.set(keyOf(code, language), tokens)
    this.#knownChars += code.length
    for (const [key] of this.#known) {
      if (this.#knownChars <= REMEMBERED_MAX) break
      this.#known.delete(key)
      this.#knownChars -= key.length - key.indexOf('\n') - 1
    }
  }
}

function keyOf(code: string, language: string): string {
  return `${language}\n${code}`
}

/** One worker for the whole window. */
export const colours = new Colours()
