import type { Thinking } from '../../shared/chat/settings.ts'
import { useSettings, useStores } from '../state/context.ts'
import styles from './thinking-button.module.css'
import { useServerKind } from './use-server-kind.ts'

const NEXT: Record<Thinking, Thinking> = { default: 'on', on: 'off', off: 'default' }
const WORDS: Record<Thinking, string> = {
  default: 'Thinking: default',
  on: 'Thinking on',
  off: 'Thinking off',
}

/** Whether the model should think first; each press goes to the next choice. */
export function ThinkingButton() {
  const { app, settings } = useStores()
  const thinking = useSettings((state) => state.settings?.thinking)
  const kind = useServerKind()
  // The Assistant API has no word for it.
  if (thinking === undefined || kind === 'assistant') return null
  return (
    <button
      type="button"
      className={styles.button}
      title={`Next: ${WORDS[NEXT[thinking]]}`}
      onClick={async () => app.report(await settings.update({ thinking: NEXT[thinking] }))}
    >
      {WORDS[thinking]}
    </button>
  )
}
