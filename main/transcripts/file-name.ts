/** Names that Windows keeps for devices, with any extension. */
const RESERVED = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i
/** Every usual file system takes 255 bytes; the rest is room for an extension and a number. */
const MOST_BYTES = 180

/**
 * A file name that every usual file system takes, from any text: without separators, control and
 * invisible characters, without dots and spaces at its ends, not too long in bytes, and no device's name.
 */
export function fileNameFrom(title: string, extension: string): string {
  const plain = title
    .normalize('NFC')
    // U+200D joins the parts of an emoji and stays.
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/gu, ' ')
    .replace(/\s+/gu, ' ')
  const name = withoutEdges(cut(withoutEdges(plain)))
  const base = name.split('.', 1)[0] ?? ''
  const safe = name === '' ? 'Conversation' : RESERVED.test(base.trim()) ? `_${name}` : name
  return `${safe}.${extension}`
}

function withoutEdges(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/gu, '')
}

/** Cut between characters as people see them, so that no emoji falls into halves. */
function cut(name: string): string {
  let bytes = 0
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > MOST_BYTES) break
    kept += segment
  }
  return kept
}
