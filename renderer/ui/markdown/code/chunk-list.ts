/** A chunk has no more characters, if its lines allow. */
const CHUNK_SIZE = 2048

/**
 * Cuts a growing text into chunks of whole lines, so that a small text node is all that changes when it grows,
 * and a few lines all that is laid out again. A line longer than a chunk is a chunk of its own. `update`
 * with a text that does not continue the one before starts over.
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
      if (end === 0) break
      this.#chunks.push(text.slice(this.#offset, end))
      this.#offset = end
    }
    return this.#offset < text.length ? [...this.#chunks, text.slice(this.#offset)] : [...this.#chunks]
  }
}

/** Behind the last line that ends within the chunk's size, else behind the first that ends at all. */
function chunkEnd(text: string, from: number): number {
  const lineEnd = text.lastIndexOf('\n', from + CHUNK_SIZE - 1)
  return (lineEnd >= from ? lineEnd : text.indexOf('\n', from)) + 1
}
