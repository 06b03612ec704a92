import type { ServerResponse } from 'node:http'
import { accumulate } from '../../shared/stream/accumulate.ts'
import type { StreamEvent, TurnError } from '../../shared/stream/events.ts'
import { newTurn, type Turn } from '../../shared/stream/turn.ts'
import type { Generation } from '../afm/generation.ts'
import { DeltaWriter, DONE_EVENT, errorEvent, toolCallEvent } from './events.ts'

/** How many characters of tool calls are kept for the end of the stream; a model writes far fewer. */
const TOOL_CALLS_LIMIT_CHARS = 16 * 1024 * 1024

/**
 * Relays one generation to a response whose headers are sent: text as it comes, then the tool calls, then
 * one `done` or `error`, and ends the response. The next events are pulled only when the client has taken
 * the ones before, so a slow client slows the model server. A client that left is written nothing more,
 * but the stream is read to the end that stopping it brings.
 */
export async function relay(generation: Generation, response: ServerResponse): Promise<void> {
  const deltas = new DeltaWriter()
  // The chat's own accumulator keeps all but the text, which is on its way already and may be endless.
  let turn = newTurn('')
  let heldChars = 0
  let sent = false
  for await (const batch of generation.events()) {
    if (response.destroyed) continue
    let out = ''
    const kept: StreamEvent[] = []
    for (const event of batch) {
      if (event.type === 'content') out += deltas.write(event.text)
      else if (event.type !== 'reasoning') kept.push(event)
      if (event.type === 'toolCall') heldChars += event.arguments.length
      // What a server says after an error is not part of the answer.
      if (event.type === 'error') break
    }
    turn = accumulate(turn, kept)
    const failure = heldChars > TOOL_CALLS_LIMIT_CHARS ? TOO_MANY_CALLS : failureOf(turn, sent || out !== '')
    sent ||= out !== ''
    if (failure || turn.end !== null) {
      const last = failure
        ? errorEvent(wordsOf(failure))
        : turn.toolCalls.map(toolCallEvent).join('') + DONE_EVENT
      response.end(out + deltas.end() + last)
      // Leaving the loop closes the connection to a server that goes on after an error.
      return
    }
    if (out !== '' && !response.write(out)) await drained(response)
  }
}

/** Why this turn is no answer, as far as it has come; undefined while it is, and when it ended well. */
function failureOf(turn: Turn, hasText: boolean): TurnError | undefined {
  if (turn.error) return turn.error
  if (turn.end === 'closed' && turn.finishReason === null) return CUT_SHORT
  const isEmpty = !hasText && turn.toolCalls.length === 0
  return turn.end !== null && isEmpty && turn.warningCount > 0 ? UNREADABLE : undefined
}

/** Title and message in one line of words; a bare “Error” says nothing of its own. */
function wordsOf({ title, message }: TurnError): string {
  if (title === 'Error' && message !== '') return message
  return message === '' ? title : `${title}: ${message}`
}

/** Resolves when the client has taken what was written, or has left. */
async function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return
  const ready = Promise.withResolvers<void>()
  response.once('drain', ready.resolve).once('close', ready.resolve)
  await ready.promise
  response.off('drain', ready.resolve).off('close', ready.resolve)
}

const CUT_SHORT: TurnError = {
  title: 'The reply was cut short',
  message: 'The model server closed the connection before the end of its reply.',
}

const UNREADABLE: TurnError = {
  title: 'The reply cannot be read',
  message: 'The model server’s answer was not a chat completion.',
}

const TOO_MANY_CALLS: TurnError = {
  title: 'The reply is too large',
  message: 'The model server sent tool calls of more than 16 million characters.',
}
