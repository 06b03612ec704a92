import { accumulate } from '../../../shared/stream/accumulate.ts'
import type { StreamEvent } from '../../../shared/stream/events.ts'
import type { Profile, ProfileSample } from '../../../shared/stream/profile.ts'
import { newTurn, type Turn } from '../../../shared/stream/turn.ts'
import type { ServerTimings, Usage } from '../../../shared/stream/usage.ts'

/** A turn as a stream would have made it, from what a test wants to say of it. */
export interface Course {
  readonly model?: string
  /** When the first token arrives, ms. */
  readonly firstMs?: number
  /** Tokens (one a delta) and the time between two of them. */
  readonly tokens?: number
  readonly everyMs?: number
  readonly reasoningTokens?: number
  readonly usage?: Usage
  readonly timings?: ServerTimings
  readonly profile?: Profile
  readonly samples?: readonly ProfileSample[]
  readonly more?: readonly StreamEvent[]
  readonly end?: 'done' | null
}

export function turnWith(course: Course): Turn {
  const { firstMs = 500, tokens = 11, everyMs = 100, reasoningTokens = 0, usage, timings } = course
  const events: StreamEvent[] = [
    { type: 'opened', atMs: 5, requestId: 'r' },
    { type: 'model', atMs: 5, model: course.model ?? 'm' },
  ]
  for (let n = 0; n < tokens; n += 1) {
    const type = n < reasoningTokens ? 'reasoning' : 'content'
    events.push({ type, atMs: firstMs + n * everyMs, text: 'x', deltas: 1 })
  }
  const endMs = firstMs + tokens * everyMs
  events.push(...(course.more ?? []))
  if (usage || timings)
    events.push({ type: 'usage', atMs: endMs, usage: usage ?? {}, ...(timings && { timings }) })
  if (course.profile || course.samples)
    events.push({
      type: 'profile',
      atMs: endMs,
      profile: course.profile ?? {},
      samples: course.samples ?? [],
    })
  if (course.end !== null) events.push({ type: 'done', atMs: endMs, end: 'done' })
  return accumulate(newTurn('t'), events)
}

/** AFM's samples of a constant power over a generation. */
export function constantSamples(powerW: number, lengthS: number): ProfileSample[] {
  const samples: ProfileSample[] = []
  for (let n = 0; 0.1 + n * 0.3 <= lengthS; n += 1)
    samples.push({
      t: 0.1 + n * 0.3,
      gpuPowerW: powerW,
      gpuPct: 90,
      dramPowerW: 4,
      ...(n > 0 && { bwGbs: 250 }),
    })
  return samples
}
