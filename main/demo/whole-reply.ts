import type { ServerResponse } from 'node:http'
import { ChunkWriter, swiftJson } from './chunks.ts'
import { generate, type Job } from './generate.ts'
import { sendText } from './http.ts'
import { joinText } from './plan.ts'
import { HttpProblem } from './problem.ts'
import type { Segment } from './replies/reply.ts'
import type { DemoState } from './state.ts'

/**
 * Answers a job with one `chat.completion` object, after the time its tokens would have taken. Throws
 * `mlx_error` for the reply that fails; a cancelled one answers with what it had.
 */
export async function wholeReply(state: DemoState, job: Job, res: ServerResponse): Promise<void> {
  const { plan, model } = job
  const outcome = await generate(state, job, async () => {})
  if (outcome.stoppedBy === 'disconnected') return
  const cancelled = outcome.stoppedBy === 'cancelled'
  if (!cancelled && plan.ending.kind === 'drop') {
    res.destroy()
    return
  }
  if (!cancelled && plan.ending.kind === 'error') throw new HttpProblem(400, 'mlx_error', plan.ending.message)

  const chunks = new ChunkWriter(model.id)
  const reason = cancelled || plan.ending.kind !== 'finish' ? 'cancelled' : plan.ending.reason
  const completion = {
    id: chunks.id,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: model.id,
    system_fingerprint: chunks.fingerprint,
    choices: [
      { index: 0, message: wholeMessage(plan.tokens.slice(0, outcome.emitted)), finish_reason: reason },
    ],
    usage: outcome.usage,
    timings: outcome.timings,
  }
  sendText(res, 200, 'application/json; charset=utf-8', swiftJson(completion))
}

function wholeMessage(tokens: readonly Segment[]): object {
  const reasoning = joinText(tokens, 'reasoning')
  const calls = wholeCalls(tokens)
  return {
    role: 'assistant',
    content: joinText(tokens, 'content'),
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function wholeCalls(tokens: readonly Segment[]): object[] {
  const pieces = tokens.flatMap((token) => (token.channel === 'toolCall' ? [token.piece] : []))
  return pieces
    .filter((piece) => piece.id !== undefined)
    .map(({ index, id, name }) => {
      const same = pieces.filter((piece) => piece.index === index)
      const text = same.map((piece) => piece.arguments).join('')
      return { index, id, type: 'function', function: { name, arguments: text } }
    })
}
