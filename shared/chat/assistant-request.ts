import type { Message } from './conversation.ts'

/** What a request to the Assistant API is built from. */
export interface AssistantRequestOptions {
  /** The visible branch, ending with the user's message. */
  readonly branch: readonly Message[]
  readonly systemPrompt: string
}

/**
 * Builds the body of `POST /api/assistant`, whose messages are a role and a text each. Model and sampling
 * are the server's own affair, and a reply of tool calls alone has no text that could be sent back.
 */
export function buildAssistantRequest({ branch, systemPrompt }: AssistantRequestOptions): {
  readonly messages: readonly { readonly role: string; readonly content: string }[]
} {
  const system = systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt }]
  const said = branch.map((message) =>
    message.role === 'user'
      ? { role: 'user', content: message.text }
      : { role: 'assistant', content: message.turn.content },
  )
  return { messages: [...system, ...said.filter(({ content }) => content !== '')] }
}
