import type { ServerResponse } from 'node:http'
import { ChunkWriter, DONE, frame } from './chunks.ts'
import { generate, type Job, type Outcome } from './generate.ts'
import { writeText } from './http.ts'
import type { DemoModel } from './models.ts'
import { sleep } from './pacing.ts'
import type { Segment } from './replies/reply.ts'
import type { DemoState } from './state.ts'

/** Streams a job's reply in AFM's order: role, deltas, finish, usage, profile, `[DONE]`. */
export async function streamReply(state: DemoState, job: Job, res: ServerResponse): Promise<void> {
  res.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache',
    'X-Accel-Buffering': 'no',
  })
  res.flushHeaders()
  const { model, plan, signal } = job
  const chunks = new ChunkWriter(model.id)
  if (!roleCarriesText(model)) await writeText(res, chunks.role(''), signal)

  const outcome = await generate(state, job, async (from, to) => {
    const frames = plan.tokens.slice(from, to).map((token, n) => deltaFrame(chunks, model, token, from + n))
    await writeText(res, frames.join(''), signal)
  })
  if (outcome.stoppedBy === 'disconnected') return
  if (outcome.stoppedBy === null && plan.ending.kind === 'drop') await breakConnection(res, signal)
  else res.end(tailFrames(chunks, job, outcome))
}

/** What was written has left by then: a crash comes a moment after the last token. */
const BREAK_AFTER_MS = 50

/** Ends the connection as a crash does: no finish chunk, no terminator, no end of the body. */
async function breakConnection(res: ServerResponse, signal: AbortSignal): Promise<void> {
  await sleep(BREAK_AFTER_MS, signal)
  res.destroy()
}

/** The Foundation model has no empty first chunk: its role comes with the first text. */
function roleCarriesText(model: DemoModel): boolean {
  return model.backend === 'foundation'
}

function deltaFrame(chunks: ChunkWriter, model: DemoModel, token: Segment, at: number): string {
  if (token.channel === 'toolCall') return chunks.toolCall(token.piece)
  if (token.channel === 'reasoning') return chunks.reasoning(token.text)
  return at === 0 && roleCarriesText(model) ? chunks.role(token.text) : chunks.content(token.text)
}

/** What follows the deltas. A reply that was cancelled or failed has neither usage nor profile. */
function tailFrames(chunks: ChunkWriter, job: Job, outcome: Outcome): string {
  const { ending } = job.plan
  if (outcome.stoppedBy === 'cancelled') return chunks.finish('cancelled') + DONE
  if (ending.kind === 'error') {
    const failure = chunks.failure(ending.title, ending.message)
    return failure + (job.model.backend === 'foundation' ? chunks.finish('stop') : '') + DONE
  }
  if (ending.kind === 'drop') return ''
  const wantsUsage = job.request.stream_options?.include_usage ?? true
  return [
    chunks.finish(ending.reason),
    wantsUsage ? chunks.usage(outcome.usage, outcome.timings) : '',
    outcome.profile ? frame(outcome.profile) : '',
    DONE,
  ].join('')
}
