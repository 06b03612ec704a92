import type { ProfileSample } from '../stream/profile.ts'
import { type PowerPoint, powerPoints, reach } from './power-samples.ts'

/**
 * GPU energy in joule: the time integral of GPU power, by the trapezoidal rule, from the first sample
 * with a power to the last. Null with fewer than two such samples, since one has no duration.
 * Samples may come in any order; two at the same time add nothing. Never negative: a negative power is
 * no reading and is left out.
 */
export function gpuEnergyJ(samples: readonly ProfileSample[]): number | null {
  const points = powerPoints(samples)
  return points.length < 2 ? null : trapezoidsJ(points)
}

/**
 * GPU energy in joule from one moment to another (seconds on the samples' clock): trapezoids over the
 * samples between them, with the power at either end interpolated, or held where the end lies just
 * outside the samples. Null when the samples do not cover the whole span: too few, too late, over too
 * early, or with a hole in them, since a part of the energy is not the energy.
 *
 * Additive over any split of a covered span, and for a constant power P equal to P × (to − from) however
 * it is sampled.
 */
export function gpuEnergyBetweenJ(
  samples: readonly ProfileSample[],
  fromS: number,
  toS: number,
): number | null {
  const points = powerPoints(samples)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last || points.length < 2 || !(toS > fromS)) return null
  const { edgeS, gapS } = reach(points.map(({ t }) => t))
  if (first.t - fromS > edgeS || toS - last.t > edgeS) return null
  for (let at = 1; at < points.length; at += 1) {
    const [start, end] = [points[at - 1]?.t ?? 0, points[at]?.t ?? 0]
    if (end - start > gapS && end > fromS && start < toS) return null
  }
  const inside = points.filter(({ t }) => t > fromS && t < toS)
  return trapezoidsJ([
    { t: fromS, powerW: powerAt(points, fromS) },
    ...inside,
    { t: toS, powerW: powerAt(points, toS) },
  ])
}

function trapezoidsJ(points: readonly PowerPoint[]): number {
  let energyJ = 0
  for (let at = 1; at < points.length; at += 1) {
    const [before, point] = [points[at - 1], points[at]]
    if (before && point) energyJ += ((before.powerW + point.powerW) / 2) * (point.t - before.t)
  }
  return energyJ
}

/** Linear between two readings, constant beyond the outermost. */
function powerAt(points: readonly PowerPoint[], t: number): number {
  const at = points.findIndex((point) => point.t >= t)
  const after = points[at]
  const before = points[at - 1]
  if (!after) return points.at(-1)?.powerW ?? 0
  if (!before || after.t === before.t) return after.powerW
  return before.powerW + ((after.powerW - before.powerW) * (t - before.t)) / (after.t - before.t)
}
