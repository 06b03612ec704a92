import type { Emitter } from 'highlight.js'
import type { Token, TokenKind } from './tokens.ts'

/** highlight.js's scopes, by their first part, as the few kinds there are colours for. */
const KINDS: Readonly<Record<string, TokenKind>> = {
  keyword: 'keyword',
  literal: 'keyword',
  'selector-tag': 'keyword',
  tag: 'keyword',
  section: 'keyword',
  'template-tag': 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  link: 'string',
  code: 'string',
  number: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  type: 'type',
  built_in: 'type',
  class: 'type',
  variable: 'type',
  'template-variable': 'type',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  addition: 'added',
  deletion: 'removed',
}

/**
 * Receives what highlight.js finds as flat tokens with offsets, in place of its HTML: nothing has to be
 * escaped, parsed or trusted, and the tokens can be sent out of a worker. The innermost scope wins.
 */
export class TokenEmitter implements Emitter {
  readonly tokens: Token[] = []
  #offset = 0
  readonly #kinds: (TokenKind | undefined)[] = []

  addText(text: string): void {
    const start = this.#offset
    this.#offset += text.length
    const kind = this.#kinds.at(-1)
    if (kind !== undefined) this.#add({ start, end: this.#offset, kind })
  }

  startScope(name: string): void {
    this.#kinds.push(KINDS[name.split('.', 1)[0] ?? ''] ?? this.#kinds.at(-1))
  }

  endScope(): void {
    this.#kinds.pop()
  }

  /** The older names of the two above, which highlight.js still calls. */
  openNode(name: string): void {
    this.startScope(name)
  }

  closeNode(): void {
    this.endScope()
  }

  __addSublanguage(emitter: Emitter): void {
    if (!(emitter instanceof TokenEmitter)) return
    for (const { start, end, kind } of emitter.tokens) {
      this.#add({ start: start + this.#offset, end: end + this.#offset, kind })
    }
    this.#offset += emitter.#offset
  }

  finalize(): void {}

  /** Nobody asks for HTML here. */
  toHTML(): string {
    return ''
  }

  #add(token: Token): void {
    const last = this.tokens.at(-1)
    if (last && last.end === token.start && last.kind === token.kind) {
      this.tokens[this.tokens.length - 1] = { ...last, end: token.end }
    } else if (token.end > token.start) this.tokens.push(token)
  }
}
