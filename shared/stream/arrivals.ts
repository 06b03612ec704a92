/**
 * When a turn's tokens arrived: a column of pairs, time in ms since the send and tokens (deltas) so far,
 * flat, `[at₀, total₀, at₁, total₁, …]`. Each pair is the last arrival in a bucket of time, so that the
 * column stays small at any token rate and any length, and the same whatever batches the tokens came in.
 */
export interface Arrivals {
  /** Width of a bucket; doubles whenever the column gets too long. */
  readonly bucketMs: number
  readonly points: readonly number[]
}

/** The finest resolution: three frames of 60 Hz, a twentieth of the window a rate is measured over. */
export const ARRIVAL_BUCKET_MS = 50
/** The most points of a column: more than a chart has pixels. */
export const MOST_ARRIVALS = 4000

export const NO_ARRIVALS: Arrivals = Object.freeze({ bucketMs: ARRIVAL_BUCKET_MS, points: [] })

/** Whether two moments fall into one bucket; only then may their events be merged on the way. */
export function sharesBucket(firstMs: number, secondMs: number, bucketMs = ARRIVAL_BUCKET_MS): boolean {
  return Math.floor(firstMs / bucketMs) === Math.floor(secondMs / bucketMs)
}

/**
 * Adds the arrivals of one batch to a turn's. Copies the column once, and only if there are any, so that
 * a token costs nothing but two writes.
 */
export class ArrivalRecorder {
  #bucketMs: number
  readonly #before: Arrivals
  #points: number[] | null = null

  constructor(before: Arrivals) {
    this.#before = before
    this.#bucketMs = before.bucketMs
  }

  /** `total`: tokens of the turn, this arrival included. Time must not go backwards. */
  add(atMs: number, total: number): void {
    this.#points ??= this.#before.points.slice()
    const points = this.#points
    const last = points.length - 2
    if (last >= 0 && sharesBucket(points[last] ?? 0, atMs, this.#bucketMs)) {
      // Whole milliseconds: short in the store, and in the same bucket as the moment itself.
      points[last] = Math.floor(atMs)
      points[last + 1] = total
      return
    }
    points.push(Math.floor(atMs), total)
    while (points.length > 2 * MOST_ARRIVALS) this.#thin(points)
  }

  get result(): Arrivals {
    return this.#points ? { bucketMs: this.#bucketMs, points: this.#points } : this.#before
  }

  #thin(points: number[]): void {
    this.#bucketMs *= 2
    let kept = 0
    for (let at = 0; at < points.length; at += 2) {
      const sameAsNext =
        at + 2 < points.length && sharesBucket(points[at] ?? 0, points[at + 2] ?? 0, this.#bucketMs)
      if (sameAsNext) continue
      points[kept] = points[at] ?? 0
      points[kept + 1] = points[at + 1] ?? 0
      kept += 2
    }
    points.length = kept
  }
}
