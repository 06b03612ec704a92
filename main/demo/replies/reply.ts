/** A piece of a tool call as it is streamed: id and name only in the call's first piece. */
export interface ToolCallPiece {
  readonly index: number
  readonly id?: string
  readonly name?: string
  readonly arguments: string
}

/** A stretch of a reply on one channel. */
export type Segment =
  | { readonly channel: 'reasoning' | 'content'; readonly text: string }
  | { readonly channel: 'toolCall'; readonly piece: ToolCallPiece }

/**
 * How a reply ends once its segments are out: as a model ends it, with AFM's error-marked chunk, or with
 * the connection broken.
 */
export type Ending =
  | { readonly kind: 'finish'; readonly reason: 'stop' | 'tool_calls' | 'length' }
  | { readonly kind: 'error'; readonly title: string; readonly message: string }
  | { readonly kind: 'drop' }

/** A whole canned reply. */
export interface Reply {
  readonly segments: readonly Segment[]
  readonly ending: Ending
}

export const STOP: Ending = { kind: 'finish', reason: 'stop' }

/** A reply of an optional reasoning and an answer. */
export function textReply(reasoning: string, content: string, ending: Ending = STOP): Reply {
  return {
    segments: [
      { channel: 'reasoning', text: reasoning },
      { channel: 'content', text: content },
    ],
    ending,
  }
}
