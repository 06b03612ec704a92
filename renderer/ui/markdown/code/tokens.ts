/** What a stretch of code is; the style sheet has a colour for each. */
export type TokenKind = 'keyword' | 'string' | 'number' | 'name' | 'type' | 'comment' | 'added' | 'removed'

/** A coloured stretch of code, by offset. Stretches are in order and do not overlap. */
export interface Token {
  readonly start: number
  readonly end: number
  readonly kind: TokenKind
}

/** The tokens that touch the range, clipped to it and counted from its start. */
export function tokensWithin(tokens: readonly Token[], start: number, end: number): Token[] {
  const within: Token[] = []
  for (let at = firstEndingAfter(tokens, start); at < tokens.length; at++) {
    const token = tokens[at]
    if (!token || token.start >= end) break
    within.push({
      start: Math.max(token.start, start) - start,
      end: Math.min(token.end, end) - start,
      kind: token.kind,
    })
  }
  return within
}

function firstEndingAfter(tokens: readonly Token[], offset: number): number {
  let low = 0
  let high = tokens.length
  while (low < high) {
    const middle = (low + high) >> 1
    const token = tokens[middle]
    if (token && token.end > offset) high = middle
    else low = middle + 1
  }
  return low
}
