/** Word pieces as byte-pair tokenizers cut them: a word with its leading space, short digit runs, signs. */
const PIECE = / ?[\p{L}\p{M}]{1,9}|\p{N}{1,3}| ?[^\s\p{L}\p{N}]{1,3}|\s+/gu

/** How many ids the double's vocabulary has; the size of a common open model's. */
const VOCABULARY = 151_936

/** Cuts text into the slices the double streams as tokens. The slices joined are the text again. */
export function splitTokens(text: string): string[] {
  return text.match(PIECE) ?? []
}

/** How many tokens the text has. */
export function countTokens(text: string): number {
  return splitTokens(text).length
}

/** A token's number: stable for equal slices, as a vocabulary's would be (FNV-1a over UTF-16 units). */
export function tokenId(token: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < token.length; at++) {
    hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % VOCABULARY
}
