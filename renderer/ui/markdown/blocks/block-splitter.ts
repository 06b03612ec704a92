import { NOTHING, type Open, scanLine } from './scan.ts'

/** A block with fewer characters takes in the one behind it: each costs a run of the parser, however small. */
const SMALL = 200

/** A piece of the document that can be rendered by itself. */
export interface Block {
  /** Offset of its first character; no other block of the document has it. */
  readonly start: number
  /** `code` and `math` are fenced and hold nothing else; `markdown` is everything other. */
  readonly kind: 'markdown' | 'code' | 'math'
  /** Its source, with the blank lines behind it. */
  readonly text: string
  /** Whether a fence has found its end; true for `markdown`. */
  readonly closed: boolean
}

/**
 * Cuts a growing document into blocks. Complete lines are read once and never again, so a frame costs
 * what came with it; only the last block is new on each update, the others stay the same objects.
 *
 * `update` with a text that does not continue the one before starts over, so it gives what a fresh
 * splitter would give for that text: the blocks depend on the text alone, not on how it came.
 * Lines end with a line feed; carriage returns must have been replaced.
 */
export class BlockSplitter {
  #text = ''
  /** Where the line begins that is not complete. */
  #offset = 0
  #open: Open = NOTHING
  /** Where the last block begins; -1 before the first. */
  #start = -1
  #kind: Block['kind'] = 'markdown'
  #done: Block[] = []

  /** The blocks of the text, in order. Joined, they are the text from its first line that is not blank. */
  update(text: string): readonly Block[] {
    if (!text.startsWith(this.#text)) this.#reset()
    this.#text = text
    for (let end = text.indexOf('\n', this.#offset); end >= 0; end = text.indexOf('\n', this.#offset)) {
      this.#readLine(text, end)
      this.#offset = end + 1
    }
    return this.#withTail(text)
  }

  #reset(): void {
    this.#offset = 0
    this.#open = NOTHING
    this.#start = -1
    this.#done = []
  }

  #readLine(text: string, end: number): void {
    const step = scanLine(this.#open, text.slice(this.#offset, end))
    if (step.begins && !this.#takesIn(kindOf(step.open))) {
      if (this.#start >= 0) this.#done.push(this.#block(text, this.#offset, this.#open))
      this.#start = this.#offset
      this.#kind = kindOf(step.open)
    }
    this.#open = step.open
  }

  /** Whether the last block is small and goes on with what begins at the line. */
  #takesIn(kind: Block['kind']): boolean {
    const both = kind === 'markdown' && this.#kind === 'markdown'
    return both && this.#start >= 0 && this.#offset - this.#start < SMALL
  }

  #block(text: string, end: number, open: Open): Block {
    const closed = this.#kind === 'markdown' || open.in !== this.#kind
    return { start: this.#start, kind: this.#kind, text: text.slice(this.#start, end), closed }
  }

  /** The line that is not complete is read as if it were, but nothing of that is kept. */
  #withTail(text: string): readonly Block[] {
    const step = scanLine(this.#open, text.slice(this.#offset))
    const kind = kindOf(step.open)
    if (!step.begins || this.#takesIn(kind)) {
      return this.#start < 0 ? this.#done : [...this.#done, this.#block(text, text.length, step.open)]
    }
    const tail: Block = {
      start: this.#offset,
      kind,
      text: text.slice(this.#offset),
      closed: kind === 'markdown',
    }
    if (this.#start < 0) return [...this.#done, tail]
    return [...this.#done, this.#block(text, this.#offset, this.#open), tail]
  }
}

function kindOf(open: Open): Block['kind'] {
  return open.in === 'code' || open.in === 'math' ? open.in : 'markdown'
}
