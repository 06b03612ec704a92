import type { ProfileSample } from '../stream/profile.ts'

/** A moment with a reading of GPU power. */
export interface PowerPoint {
  /** Seconds, on the clock of the samples it came from. */
  readonly t: number
  readonly powerW: number
}

/**
 * Readings that can be integrated: in order of time, without moments that lack a power, and without a
 * negative one, which is no reading.
 */
export function powerPoints(samples: readonly ProfileSample[]): PowerPoint[] {
  const points = samples.flatMap(({ t, gpuPowerW }) =>
    gpuPowerW === undefined || gpuPowerW < 0 ? [] : [{ t, powerW: gpuPowerW }],
  )
  return points.sort((a, b) => a.t - b.t)
}

/**
 * How long one reading may speak for, in seconds, given how densely they come: `edge` before the first
 * and after the last, `gap` between two. A sampler that misses a beat is bridged; one that was away is not.
 */
export function reach(times: readonly number[]): { readonly edgeS: number; readonly gapS: number } {
  const gaps: number[] = []
  for (let at = 1; at < times.length; at += 1) gaps.push((times[at] ?? 0) - (times[at - 1] ?? 0))
  gaps.sort((a, b) => a - b)
  const median = gaps[Math.floor(gaps.length / 2)] ?? 0
  return { edgeS: Math.max(0.5, 1.5 * median), gapS: Math.max(1.5, 4 * median) }
}
