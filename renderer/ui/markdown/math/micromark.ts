/** As much of micromark's tokenizer as a construct of ours needs; its types are no part of react-markdown. */

/** A character: its code point, or a negative number for line endings and tabs; null at the end. */
export type Code = number | null
export type State = (code: Code) => State | undefined

export interface Effects {
  enter(type: string): { type: string }
  exit(type: string): void
  consume(code: Code): void
  attempt(construct: object, ok: State, nok: State): State
}

export const DOLLAR = 36
export const BACKSLASH = 92

/** CR, LF or both; micromark counts them from -5 to -3. */
export function isLineEnding(code: Code): code is number {
  return code !== null && code < -2
}

/** Space, tab, or the columns a tab fills. */
export function isSpace(code: Code): boolean {
  return code === 32 || code === -2 || code === -1
}

export function isDigit(code: Code): boolean {
  return code !== null && code >= 48 && code <= 57
}

/** A letter or digit of any script. */
export function isWord(code: Code): boolean {
  return code !== null && code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))
}

/** The character as text, a space for every kind of white space. */
export function textOf(code: number): string {
  return code < 0 ? ' ' : String.fromCodePoint(code)
}

/** Takes a line ending and goes on. */
export function lineEnding(effects: Effects, code: Code, next: State): State {
  effects.enter('lineEnding')
  effects.consume(code)
  effects.exit('lineEnding')
  return next
}
