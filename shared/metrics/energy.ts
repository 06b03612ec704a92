import type { ProfileSample } from '../stream/profile.ts'

/**
 * GPU energy in joule: the time integral of GPU power, by the trapezoidal rule, from the first sample
 * with a power to the last. Null with fewer than two such samples, since one has no duration.
 * Samples may come in any order; two at the same time add nothing. Never negative: a negative power is
 * no reading and is left out.
 */
export function gpuEnergyJ(samples: readonly ProfileSample[]): number | null {
  const points = samples
    .flatMap(({ t, gpuPowerW }) =>
      gpuPowerW === undefined || gpuPowerW < 0 ? [] : [{ t, powerW: gpuPowerW }],
    )
    .sort((a, b) => a.t - b.t)
  let energyJ = 0
  let before = points[0]
  if (!before || points.length < 2) return null
  for (const point of points.slice(1)) {
    energyJ += ((before.powerW + point.powerW) / 2) * (point.t - before.t)
    before = point
  }
  return energyJ
}
