/** One bucket of a Prometheus histogram: how many observations were at most `upTo`. */
export interface Bucket {
  readonly upTo: number
  readonly count: number
}

/**
 * A quantile of a histogram, interpolated linearly inside the bucket it falls into, as Prometheus'
 * `histogram_quantile` does: the lowest bucket begins at 0, and what falls into the bucket without an
 * upper bound is given that bucket's lower one. Null without observations or without that last bucket.
 *
 * @param q 0 to 1.
 */
export function histogramQuantile(q: number, buckets: readonly Bucket[]): number | null {
  const sorted = [...buckets].sort((a, b) => a.upTo - b.upTo)
  const last = sorted.at(-1)
  if (!last || sorted.length < 2 || last.upTo !== Number.POSITIVE_INFINITY || last.count <= 0) return null
  const rank = q * last.count
  const at = sorted.findIndex(({ count }) => count >= rank)
  const bucket = sorted[at]
  const below = sorted[at - 1]
  if (!bucket) return null
  if (bucket.upTo === Number.POSITIVE_INFINITY) return below?.upTo ?? null
  if (!below && bucket.upTo <= 0) return bucket.upTo
  const [from, counted] = below ? [below.upTo, below.count] : [0, 0]
  if (bucket.count <= counted) return bucket.upTo
  return from + ((bucket.upTo - from) * (rank - counted)) / (bucket.count - counted)
}
