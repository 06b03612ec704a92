import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import { figuresOf } from '../../shared/metrics/figures.ts'
import { useServers, useThread } from '../state/context.ts'
import { formatCount } from '../ui/format.ts'
import styles from './context-use.module.css'
import { useModelChoice } from './use-model-choice.ts'

/** How much of the model's context the conversation fills, as the server counted it after the last reply. */
export function ContextUse() {
  const reply = useThread((state) => state.branch.findLast(hasUsage))
  const models = useServers((state) => state.status?.models)
  const { modelId } = useModelChoice()
  const figure = reply?.role === 'assistant' ? figuresOf(reply.turn).contextTokens : null
  if (!figure) return null
  const model = models?.find((candidate) => candidate.id === modelId)
  const most = model?.contextTokens ?? null
  return (
    <span className={styles.use} title={`Context after the last reply. ${figure.note}`}>
      {most === null
        ? `${formatCount(figure.value)} tokens of context`
        : `${formatCount(figure.value)} of ${formatCount(most)}`}
    </span>
  )
}

function hasUsage(message: { role: string }): message is ReplyMessage {
  return message.role === 'assistant' && (message as ReplyMessage).turn.usage !== null
}
