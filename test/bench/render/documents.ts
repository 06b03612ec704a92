const WORDS =
  'model attention kernel memory bandwidth decode token cache prefill softmax gradient layer weight tensor compute latency throughput schedule batch stream register occupancy roofline quantise entropy pointer buffer the of and to with for over under'.split(
    ' ',
  )

/** A source of numbers in [0, 1) that is the same in every run. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

/**
 * A reply of `length` characters with everything models write: prose with emphasis, code and links, lists in
 * lists, quotes, tables, code blocks and, with `maths`, formulas. The same every time.
 */
export function mixedDocument(length: number, maths = true): string {
  const random = seeded(7)
  const pick = () => WORDS[Math.floor(random() * WORDS.length)] ?? ''
  const word = (): string => {
    const plain = pick()
    const kind = random()
    if (kind < 0.06) return `**${plain}**`
    if (kind < 0.11) return `\`${plain}_id\``
    if (kind < 0.14) return `[${plain}](https://example.com/${plain})`
    if (kind < 0.16) return `*${plain}*`
    return kind < 0.185 && maths ? `$\\alpha_{${Math.floor(random() * 9)}}$` : plain
  }
  const sentence = (count: number) => `${Array.from({ length: count }, word).join(' ')}.`
  let text = ''
  for (let section = 1; text.length < length; section++) {
    text += `## ${section}. About ${pick()}\n\n${sentence(60)}\n\n${sentence(40)}\n\n`
    text += `- ${sentence(12)}\n- ${sentence(10)}\n  - ${sentence(8)}\n- ${sentence(14)}\n\n`
    text += `${fence(24, section)}\n`
    if (section % 2 === 1) text += `${table(8, random)}\n`
    else if (maths)
      text += '$$\n\\sum_{i=0}^{n} \\frac{x_i^2}{\\sqrt{d_k}} = \\mathrm{softmax}(QK^T)V\n$$\n\n'
    text += `> ${sentence(20)}\n\n1. ${sentence(10)}\n2. ${sentence(12)}\n\n`
  }
  return text.slice(0, length)
}

/** A reply that is a sentence and one code block of `length` characters. */
export function codeDocument(length: number): string {
  return `The whole file:\n\n${fence(Math.ceil(length / 40), 1)}`.slice(0, length)
}

function fence(lines: number, seed: number): string {
  const code = Array.from({ length: lines }, (_, line) => {
    const n = seed * 1000 + line
    const forms = [
      `export async function step${n}(x: number, cache?: Map<string, number>): Promise<void> {`,
      `  const reply = await fetch(\`/v1/\${x}\`) // line ${n}`,
      `  if (reply.status > ${n % 600} && cache) cache.set("k${n}", x)`,
      '}',
      '',
    ]
    return forms[line % forms.length]
  })
  return `\`\`\`ts\n${code.join('\n')}\n\`\`\`\n`
}

function table(rows: number, random: () => number): string {
  const row = (_: unknown, index: number) =>
    `| ${index} | ${(random() * 700).toFixed(0)} | ${(random() * 141).toFixed(1)} | ${(random() * 300).toFixed(1)} |\n`
  return `| layer | power W | memory GiB | tok/s |\n|---|---:|---:|---:|\n${Array.from({ length: rows }, row).join('')}`
}
