import { asNumber, asObject, asText, type JsonObject } from './json.ts'
import { withoutUndefined } from './usage.ts'

/** AFM's summary of what the machine did during a turn. Every field may be missing. */
export interface Profile {
  readonly gpuPowerAvgW?: number
  readonly gpuPowerPeakW?: number
  readonly gpuSamples?: number
  readonly memoryWeightsGib?: number
  readonly memoryKvGib?: number
  readonly memoryPeakGib?: number
  readonly prefillTokS?: number
  readonly decodeTokS?: number
  readonly chip?: string
  readonly theoreticalBwGbs?: number
  readonly estBandwidthGbs?: number
}

/** One of AFM's samples. `t` is in seconds since the generation began; every other field may be missing. */
export interface ProfileSample {
  readonly t: number
  readonly bwGbs?: number
  readonly gpuPct?: number
  readonly gpuPowerW?: number
  readonly dramPowerW?: number
}

/** A profile event's content. */
export interface ProfileReading {
  readonly profile: Profile
  readonly samples: readonly ProfileSample[]
}

/**
 * Reads `afm_profile` or `afm_profile_extended` from a frame; undefined when the frame is neither.
 * Source of the keys: AFM's streaming document, "Optional profiling events".
 */
export function readProfile(chunk: JsonObject): ProfileReading | undefined {
  const extended = asObject(chunk.afm_profile_extended)
  if (extended) {
    const samples = Array.isArray(extended.samples) ? extended.samples.flatMap(readSample) : []
    return { profile: readSummary(asObject(extended.summary) ?? {}), samples }
  }
  const summary = asObject(chunk.afm_profile)
  return summary && { profile: readSummary(summary), samples: [] }
}

function readSummary(source: JsonObject): Profile {
  return withoutUndefined({
    gpuPowerAvgW: asNumber(source.gpu_power_avg_w),
    gpuPowerPeakW: asNumber(source.gpu_power_peak_w),
    gpuSamples: asNumber(source.gpu_samples),
    memoryWeightsGib: asNumber(source.memory_weights_gib),
    memoryKvGib: asNumber(source.memory_kv_gib),
    memoryPeakGib: asNumber(source.memory_peak_gib),
    prefillTokS: asNumber(source.prefill_tok_s),
    decodeTokS: asNumber(source.decode_tok_s),
    chip: asText(source.chip),
    theoreticalBwGbs: asNumber(source.theoretical_bw_gbs),
    estBandwidthGbs: asNumber(source.est_bandwidth_gbs),
  })
}

/** A sample without a time cannot be drawn and is left out. */
function readSample(value: unknown): ProfileSample[] {
  const source = asObject(value)
  const t = asNumber(source?.t)
  if (!source || t === undefined) return []
  return [
    {
      t,
      ...withoutUndefined({
        bwGbs: asNumber(source.bw_gbs),
        gpuPct: asNumber(source.gpu_pct),
        gpuPowerW: asNumber(source.gpu_power_w),
        dramPowerW: asNumber(source.dram_power_w),
      }),
    },
  ]
}
