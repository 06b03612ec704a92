/** A chunk is closed once it has this many characters; then it never changes again. */
const CHUNK_SIZE = 2048

/**
 * Cuts a growing text into chunks of whole lines, so that a text node of bounded length is all that changes
 * when it grows. A line longer than a chunk is cut where it must be. `update` with a text that does not
 * continue the one before starts over.
 */
export class ChunkList {
  #text = ''
  #chunks: string[] = []
  #offset = 0

  /** The chunks; joined, they are the text. All but the last stay as they are while the text grows. */
  update(text: string): readonly string[] {
    if (!text.startsWith(this.#text)) {
      this.#chunks = []
      this.#offset = 0
    }
    this.#text = text
    while (text.length - this.#offset > CHUNK_SIZE) {
      const end = chunkEnd(text, this.#offset)
      this.#chunks.push(text.slice(this.#offset, end))
      this.#offset = end
    }
    return this.#offset < text.length ? [...this.#chunks, text.slice(this.#offset)] : [...this.#chunks]
  }
}

function chunkEnd(text: string, from: number): number {
  const lineEnd = text.lastIndexOf('\n', from + CHUNK_SIZE - 1)
  if (lineEnd >= from) return lineEnd + 1
  const end = from + CHUNK_SIZE
  const code = text.charCodeAt(end - 1)
  // Not between the halves of a character beyond U+FFFF.
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
