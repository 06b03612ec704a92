/**
 * Indents JSON by two spaces without reading its values, so that long numbers, escapes and repeated keys
 * stay as they were sent, which JSON.stringify(JSON.parse(…)) would not grant. The text must be valid JSON.
 */
export function indentJson(text: string): string {
  const out: string[] = []
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const before = out.at(-1)
    if (token === '}' || token === ']') {
      depth -= 1
      if (before === '{' || before === '[') out.push(token)
      else out.push(lineBreak(depth), token)
      continue
    }
    if (before === '{' || before === '[' || before === ',') out.push(lineBreak(depth))
    out.push(token === ':' ? ': ' : token)
    if (token === '{' || token === '[') depth += 1
  }
  return out.join('')
}

const lineBreak = (depth: number) => `\n${'  '.repeat(depth)}`
