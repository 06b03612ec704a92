import { type Reply, textReply } from './reply.ts'

const OPERATIONS = [
  ['add', '+', 'sum'],
  ['subtract', '-', 'difference'],
  ['multiply', '*', 'product'],
  ['divide', '/', 'quotient'],
] as const
const TYPES = ['Float32Array', 'Float64Array', 'Int16Array', 'Int32Array'] as const

/** One function of the block; together they make a module that could be run. */
function vectorFunction([verb, sign, result]: (typeof OPERATIONS)[number], type: string): string {
  return `/** Writes the element-wise ${result} of two ${type}s into \`out\`. */
export function ${verb}${type}(a: ${type}, b: ${type}, out: ${type}): void {
  if (a.length !== b.length || a.length !== out.length) {
    throw new RangeError(\`lengths differ: \${a.length}, \${b.length}, \${out.length}\`)
  }
  for (let i = 0; i < out.length; i++) {
    const left = a[i] ?? 0
    const right = b[i] ?? 0
    out[i] = left ${sign} right
  }
}`
}

/** A reply that is one long block of TypeScript, some 7 kB. */
export function codeReply(): Reply {
  const functions = TYPES.flatMap((type) => OPERATIONS.map((operation) => vectorFunction(operation, type)))
  const code = `// The demo's canned reply: one long code block, written by no model.\n\n${functions.join('\n\n')}\n`
  return textReply('One block of code is wanted and nothing else.', `\`\`\`ts\n${code}\`\`\`\n`)
}
