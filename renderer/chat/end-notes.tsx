import type { ReplyMessage } from '../../shared/chat/conversation.ts'
import type { Turn } from '../../shared/stream/turn.ts'
import { useStores } from '../state/context.ts'
import styles from './notes.module.css'

/** How a reply ended where that is not plain from its text, and what the server could not do. */
export function EndNotes({
  message,
  turn,
  interrupted,
}: {
  message: ReplyMessage
  turn: Turn
  interrupted: boolean
}) {
  const { app, thread } = useStores()
  const broken = interrupted || (turn.end === 'closed' && turn.stopped === null)
  const notes = notesOf(message, turn, interrupted)
  if (notes.length === 0 && turn.warningCount === 0) return null
  return (
    <div className={styles.notes}>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
          {broken && note === notes[0] && (
            <button
              type="button"
              className={styles.action}
              onClick={async () => app.report(await thread.retry(message.id))}
            >
              Retry
            </button>
          )}
        </p>
      ))}
      {turn.warningCount > 0 && <Frames turn={turn} />}
    </div>
  )
}

/** The notes, most important first. */
function notesOf({ request }: ReplyMessage, turn: Turn, interrupted: boolean): string[] {
  const notes: string[] = []
  if (interrupted) notes.push('The reply was interrupted: the app ended before it was complete.')
  if (turn.stopped === 'server') notes.push('Stopped · the server confirmed')
  if (turn.stopped === 'connection') notes.push('Stopped · connection closed')
  if (turn.end === 'closed' && turn.stopped === null && turn.error === null) {
    notes.push('The connection closed before the reply was complete.')
  }
  if (turn.finishReason === 'length') notes.push('Cut off at the token limit.')
  if (turn.finishReason === 'content_filter') notes.push('Held back by the server’s content filter.')
  if (turn.end === 'done' && turn.error === null && turn.stopped === null && isEmpty(turn)) {
    notes.push('The reply is empty.')
  }
  if (turn.grammarDowngraded) {
    notes.push('The server does not enforce the grammar: arguments and formats are best effort.')
  }
  if (request.profile === 'busy') {
    notes.push('No profile: another reply was using AFM’s only sampler.')
  }
  return notes
}

function isEmpty(turn: Turn): boolean {
  return turn.content === '' && turn.reasoning === '' && turn.toolCalls.length === 0
}

function Frames({ turn }: { turn: Turn }) {
  const { warningCount, warnings } = turn
  const rest = warningCount - warnings.length
  return (
    <details className={styles.frames}>
      <summary>
        {warningCount === 1 ? '1 frame could not be read' : `${warningCount} frames could not be read`}
      </summary>
      <ul>
        {warnings.map((warning, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a finished reply never changes.
          <li key={index}>
            {warning.message}
            {warning.excerpt !== '' && <code>{warning.excerpt}</code>}
          </li>
        ))}
        {rest > 0 && <li>and {rest} more</li>}
      </ul>
    </details>
  )
}
