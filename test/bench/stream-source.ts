/** A stream to measure with: its bytes, its frames already split, and the length of the answer in it. */
export interface StreamSource {
  readonly bytes: Uint8Array
  /** The `data:` payloads, without the terminator. */
  readonly frames: readonly string[]
  readonly answerChars: number
}

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const WORDS =
  'the decode rate of a model falls as its context grows since the cache is read once for each token'.split(
    ' ',
  )

/** Writes an AFM-shaped stream of about the given size: reasoning, answer, tool calls, usage, profile. */
export function makeStream(sizeBytes: number): StreamSource {
  const random = seededRandom(7)
  const word = () => ` ${WORDS[Math.floor(random() * WORDS.length)]}`
  const frames: string[] = []
  let answerChars = 0
  let size = 0
  const add = (delta: unknown, finish?: string) => {
    const frame = JSON.stringify({
      id: 'chatcmpl-7F7DA512',
      object: 'chat.completion.chunk',
      created: 1772539879,
      model: 'mlx-community/Qwen3.5-35B-A3B-4bit',
      system_fingerprint: 'afm_mlx__mlx-community__Qwen3.5-35B-A3B-4bit',
      choices: [{ index: 0, delta, ...(finish && { finish_reason: finish }) }],
    })
    frames.push(frame)
    size += frame.length + 8
  }
  add({ role: 'assistant', content: '' })
  for (let call = 0; size < sizeBytes; call += 1) {
    for (let i = 0; i < 400; i += 1) add({ content: '', reasoning_content: word() })
    for (let i = 0; i < 2000; i += 1) {
      const content = random() < 0.02 ? ' größer 世界 👋🏽' : word()
      answerChars += content.length
      add({ content })
    }
    add({
      tool_calls: [
        { index: call, id: `call_${call}`, type: 'function', function: { name: 'f', arguments: '' } },
      ],
    })
    for (let i = 0; i < 20; i += 1)
      add({ tool_calls: [{ index: call, function: { arguments: `"${word()}",` } }] })
  }
  add({}, 'stop')
  frames.push(
    JSON.stringify({ choices: [], usage: { prompt_tokens: 18, completion_tokens: 9, total_tokens: 27 } }),
    JSON.stringify({ afm_profile: { gpu_power_avg_w: 21.4, decode_tok_s: 87.3, chip: 'Apple M3 Ultra' } }),
  )
  const text = `${frames.map((frame) => `data: ${frame}\n\n`).join('')}data: [DONE]\n\n`
  return { bytes: new TextEncoder().encode(text), frames, answerChars }
}

/** Cuts bytes into pieces of 1 byte to 64 KiB, evenly spread over the orders of magnitude. */
export function randomPieces(bytes: Uint8Array): Uint8Array[] {
  const random = seededRandom(11)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, Math.floor(2 ** (random() * 16)))
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}
