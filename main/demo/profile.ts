import type { DemoModel } from './models.ts'

/** How much of a profile a request asked for in `X-AFM-Profile`. */
export type ProfileWanted = 'summary' | 'extended' | null

/** Reads `X-AFM-Profile`: `true` or `extended`; anything else asks for nothing. */
export function profileWanted(header: string | string[] | undefined): ProfileWanted {
  const value = String(header ?? '')
    .trim()
    .toLowerCase()
  return value === 'true' ? 'summary' : value === 'extended' ? 'extended' : null
}

/** What really happened in a reply, from which its made-up machine figures follow. */
export interface ReplyCourse {
  readonly model: DemoModel
  readonly promptTokens: number
  readonly prefilledTokens: number
  readonly completionTokens: number
  readonly prefillMs: number
  readonly decodeMs: number
}

/** The machine the double pretends to be. The name says that nothing was measured. */
const CHIP = 'Demo chip (made-up figures)'
const THEORETICAL_BW_GBS = 546
/** Decoding cannot read faster than this part of the memory's theoretical bandwidth. */
const REACHABLE_BW = 0.85
const IDLE_W = 1.6
const PREFILL_W = 42
const PREFILL_BW_GBS = 96
/** How fast power follows the load, s. */
const RISE_S = 0.22
const FALL_S = 0.12
const FIRST_SAMPLE_S = 0.1
const SAMPLE_EVERY_S = 0.3

interface Sample {
  readonly t: number
  readonly bw_gbs?: number
  readonly gpu_pct: number
  readonly gpu_power_w: number
  readonly dram_power_w: number
}

/**
 * The profile event of a reply, or null for a model that never has one. The curve is made up, its times
 * are real: power climbs during the reply's own prefill, then decodes steadily at a level that follows
 * from the memory traffic of its own token rate. Without the sampler (AFM has one, and another reply
 * holds it) there are no power fields and no samples.
 */
export function profileEvent(wanted: ProfileWanted, course: ReplyCourse, hasSampler: boolean): object | null {
  if (wanted === null || course.model.backend !== 'mlx') return null
  const samples = hasSampler ? sampleCourse(course) : []
  const summary = summarize(course, samples)
  return wanted === 'summary' ? { afm_profile: summary } : { afm_profile_extended: { summary, samples } }
}

function summarize(course: ReplyCourse, samples: readonly Sample[]): object {
  const { model } = course
  const kvGib = (contextTokens(course) * model.kvBytesPerToken) / 2 ** 30
  const decodeTokS = decodeRate(course)
  const watts = samples.map((sample) => sample.gpu_power_w)
  return {
    ...(watts.length > 0 && {
      gpu_power_avg_w: round(watts.reduce((sum, value) => sum + value, 0) / watts.length, 2),
      gpu_power_peak_w: Math.max(...watts),
      gpu_samples: watts.length,
    }),
    memory_weights_gib: model.weightsGib,
    memory_kv_gib: round(kvGib, 3),
    memory_peak_gib: round(model.weightsGib + kvGib + 0.7, 2),
    prefill_tok_s: round((course.prefilledTokens * 1000) / course.prefillMs, 1),
    decode_tok_s: round(decodeTokS, 1),
    chip: CHIP,
    theoretical_bw_gbs: THEORETICAL_BW_GBS,
    est_bandwidth_gbs: round(decodeBandwidth(course), 1),
  }
}

function sampleCourse(course: ReplyCourse): Sample[] {
  const prefillS = course.prefillMs / 1000
  const totalS = prefillS + course.decodeMs / 1000
  const decodeBw = decodeBandwidth(course)
  const decodeW = 5 + 0.05 * decodeBw
  const powerAtPrefillEnd = approach(IDLE_W, PREFILL_W, prefillS / RISE_S)
  const samples: Sample[] = []
  for (let n = 0; FIRST_SAMPLE_S + n * SAMPLE_EVERY_S <= totalS; n++) {
    const t = FIRST_SAMPLE_S + n * SAMPLE_EVERY_S
    const prefilling = t < prefillS
    const ripple = 1 + 0.02 * Math.sin(n * 2.1) + 0.01 * Math.sin(n * 0.7)
    const power = prefilling
      ? approach(IDLE_W, PREFILL_W, t / RISE_S)
      : approach(powerAtPrefillEnd, decodeW, (t - prefillS) / FALL_S)
    const bw = (prefilling ? PREFILL_BW_GBS : decodeBw) * ripple
    samples.push({
      t: round(t, 1),
      // Bandwidth is a difference of two counters: the first sample has none before it.
      ...(n > 0 && { bw_gbs: round(bw, 1) }),
      gpu_pct: round(Math.min(100, prefilling ? approach(20, 99, t / RISE_S) : 93 * ripple), 1),
      gpu_power_w: round(power * ripple, 2),
      dram_power_w: round(0.5 + 0.02 * bw, 2),
    })
  }
  return samples
}

/** GB/s that decoding reads: per token the active weights and half the final KV cache on average. */
function decodeBandwidth(course: ReplyCourse): number {
  const kvGb = (contextTokens(course) * course.model.kvBytesPerToken) / 1e9
  const wished = decodeRate(course) * (course.model.readPerTokenGb + kvGb / 2)
  return Math.min(wished, REACHABLE_BW * THEORETICAL_BW_GBS)
}

function decodeRate(course: ReplyCourse): number {
  return course.decodeMs > 0 ? (course.completionTokens * 1000) / course.decodeMs : 0
}

function contextTokens(course: ReplyCourse): number {
  return course.promptTokens + course.completionTokens
}

/** The way from one level to another after `x` time constants. */
function approach(from: number, to: number, x: number): number {
  return to + (from - to) * Math.exp(-x)
}

/** A number with at most that many decimals. */
export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
