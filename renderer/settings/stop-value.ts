/** A stop sequence as it is written in its field: what cannot be typed or seen there is escaped. */
export function escapeStop(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }

/** The stop sequence that was written; a backslash before anything else stands for itself. */
export function unescapeStop(text: string): string {
  return text.replace(/\\(.)/g, (whole, letter: string) => ESCAPES[letter] ?? whole)
}
