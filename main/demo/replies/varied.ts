const NOUNS =
  'cache token kernel tensor buffer model layer batch prompt window weight stream frame clock socket thread sample sensor page register'.split(
    ' ',
  )
const VERBS =
  'reads keeps moves holds shares measures fills follows releases predicts limits copies joins orders splits'.split(
    ' ',
  )
const ADJECTIVES =
  'small steady wide cold sparse exact shared quiet recent second local early dense narrow plain'.split(' ')
const CODE: readonly ((a: string, b: string, n: number) => string)[] = [
  (a, b, n) =>
    `\`\`\`python\ndef ${a}_${b}(values: list[float], limit: int = ${n}) -> float:\n    """Mean of the first values."""\n    head = values[:limit]\n    return sum(head) / len(head) if head else 0.0\n\`\`\``,
  (a, b, n) =>
    `\`\`\`swift\nstruct ${capital(a)}${capital(b)} {\n    private var items: [Int] = []\n    mutating func push(_ item: Int) {\n        if items.count == ${n} { items.removeFirst() }\n        items.append(item)\n    }\n}\n\`\`\``,
  (a, b, n) =>
    `\`\`\`rust\nfn ${a}_${b}(input: &[u8]) -> Option<u32> {\n    let head: [u8; 4] = input.get(${n}..${n + 4})?.try_into().ok()?;\n    Some(u32::from_le_bytes(head))\n}\n\`\`\``,
  (a, b, n) =>
    `\`\`\`sql\nSELECT ${a}.id, count(*) AS n\nFROM ${a} JOIN ${b} ON ${b}.${a}_id = ${a}.id\nGROUP BY ${a}.id HAVING n > ${n};\n\`\`\``,
  (a, b, n) =>
    `\`\`\`sh\nfor ${a} in $(seq 1 ${n}); do\n  printf '%s %s\\n' "$${a}" "${b}"\ndone | sort -rn | head -n 5\n\`\`\``,
]

/** Makes varied Markdown by a fixed rule: the same seed gives the same text. */
export class Varied {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  title(): string {
    return `The ${this.#pick(ADJECTIVES)} ${this.#pick(NOUNS)} and the ${this.#pick(NOUNS)}`
  }

  paragraph(): string {
    return this.#repeat(3 + this.#below(4), () => this.#sentence()).join(' ')
  }

  list(ordered: boolean): string {
    return this.#repeat(3 + this.#below(3), (n) => `${ordered ? `${n + 1}.` : '-'} ${this.#sentence()}`).join(
      '\n',
    )
  }

  quote(): string {
    return `> ${this.#sentence()}\n>\n> ${this.#sentence()}`
  }

  table(): string {
    const rows = this.#repeat(3 + this.#below(4), () => {
      return `| ${this.#pick(NOUNS)} | ${this.#below(9000) / 10} | ${this.#below(100)} % |`
    })
    return `| part | GB/s | load |\n| :--- | ---: | ---: |\n${rows.join('\n')}`
  }

  mathematics(): string {
    const [a, b] = [1 + this.#below(9), 2 + this.#below(8)]
    return `With $x_{${a}} \\le ${b}^{${a}}$ it follows that\n\n$$\n\\sum_{k=1}^{n} \\frac{${a}}{k^{${b}}} < \\int_0^{${b}} e^{-${a} t}\\,\\mathrm{d}t + \\sqrt{${a + b}}\n$$`
  }

  code(at: number): string {
    const make = CODE[at % CODE.length]
    return make ? make(this.#pick(NOUNS), this.#pick(NOUNS), 2 + this.#below(60)) : ''
  }

  #sentence(): string {
    const words = [this.#pick(ADJECTIVES), this.#pick(NOUNS), this.#pick(VERBS), 'the']
    const object = this.#marked(this.#pick(NOUNS))
    const tail =
      this.#below(2) === 0
        ? ''
        : `, while each ${this.#pick(ADJECTIVES)} ${this.#pick(NOUNS)} ${this.#pick(VERBS)} it`
    return `The ${words.join(' ')} ${this.#pick(ADJECTIVES)} ${object}${tail}.`
  }

  /** A word, sometimes with a mark on it. */
  #marked(word: string): string {
    const marks = ['**', '*', '`', '', '', '', '']
    const mark = this.#pick(marks)
    return `${mark}${word}${mark}`
  }

  #repeat(times: number, make: (n: number) => string): string[] {
    return Array.from({ length: times }, (_, n) => make(n))
  }

  #pick(words: readonly string[]): string {
    return words[this.#below(words.length)] ?? ''
  }

  /**
   * A whole number from 0 up to, not including, the limit: a Weyl sequence through a bit mixer (the
   * finaliser of MurmurHash3), since the plain steps of a congruential generator show as patterns.
   */
  #below(limit: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    mixed ^= mixed >>> 16
    return Math.floor(((mixed >>> 0) / 2 ** 32) * limit)
  }
}

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}
