import type { ExportFormat, ExportParts, ExportScope } from '../../shared/chat/transcript.ts'

export type ScopeKind = ExportScope['kind']

/** The scopes a format has: those that read like a book show one branch of each conversation. */
export function scopesOf(format: ExportFormat, hasConversation: boolean): readonly [ScopeKind, string][] {
  if (!hasConversation) return [['all', 'All chats']]
  const one: [ScopeKind, string][] =
    format === 'json'
      ? [
          ['conversation', 'This chat'],
          ['branch', 'Visible branch'],
        ]
      : [['branch', 'This chat']]
  return [...one, ['all', 'All chats']]
}

/** The scope that is asked for; null when it needs a conversation and none is open. */
export function scopeFor(kind: ScopeKind, conversationId: string | null): ExportScope | null {
  if (kind === 'all') return { kind }
  return conversationId === null ? null : { kind, conversationId }
}

/** What each format holds unless the user says otherwise: JSON everything, the others what one reads. */
export function partsOf(format: ExportFormat): ExportParts {
  const json = format === 'json'
  return { reasoning: json, toolCalls: true, figures: true, samples: json }
}
