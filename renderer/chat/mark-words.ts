/** The highlight that base.css paints. */
const NAME = 'found'
/** More marks than these help nobody, and each costs the browser a look at every paint. */
const MOST = 200

/** Where the words stand in the text below an element, in reading order, whatever their case. */
export function wordRanges(root: Node, words: readonly string[]): Range[] {
  const sought = words.map((word) => word.toLowerCase()).filter((word) => word !== '')
  const ranges: Range[] = []
  if (sought.length === 0) return ranges
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && ranges.length < MOST) {
    const node = walker.currentNode
    const text = (node.nodeValue ?? '').toLowerCase()
    for (const { at, length } of placesIn(text, sought)) {
      const range = document.createRange()
      // Lower case may be longer than the text itself, as with the Turkish İ.
      const end = Math.min(at + length, node.nodeValue?.length ?? 0)
      if (at >= end) continue
      range.setStart(node, at)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges.slice(0, MOST)
}

function placesIn(text: string, words: readonly string[]): { at: number; length: number }[] {
  const places: { at: number; length: number }[] = []
  for (const word of words) {
    for (
      let at = text.indexOf(word);
      at >= 0 && places.length < MOST;
      at = text.indexOf(word, at + word.length)
    )
      places.push({ at, length: word.length })
  }
  return places.sort((a, b) => a.at - b.at)
}

/**
 * Paints ranges without touching the document, which React owns and the virtualiser measures. The latest
 * call replaces what was painted before; no range paints nothing.
 */
export function paint(ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(NAME)
  else CSS.highlights.set(NAME, new Highlight(...ranges))
}
