import { type AssistantStatus, DEFAULT_ASSISTANT_PORT } from '../../shared/chat/assistant-status.ts'
import { useAssistant, useSettings, useStores } from '../state/context.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Switch } from '../ui/switch.tsx'
import styles from './assistant-section.module.css'
import fields from './fields.module.css'
import { NumberField } from './number-field.tsx'
import { useUpdate } from './use-update.ts'

const PORTS = { min: 1, max: 65_535, whole: true }

/** The switch of the app's own Assistant API, its port, and the address it answers on. */
export function AssistantSection() {
  const { settings: store } = useStores()
  const settings = useSettings((state) => state.settings?.assistant)
  const status = useAssistant((state) => state.status)
  const [failure, update] = useUpdate()
  if (!settings) return null
  return (
    <>
      <div className={fields.field}>
        <Switch
          label="Answer the Assistant API"
          checked={settings.enabled}
          onChange={(enabled) => update({ assistant: { enabled } })}
        />
        <p className={fields.help}>
          Chat pages and programs on this machine get replies as plain events. Nothing else can connect.
        </p>
      </div>
      <div className={fields.grid}>
        <NumberField
          label="Port"
          value={settings.port}
          range={PORTS}
          placeholder={String(DEFAULT_ASSISTANT_PORT)}
          save={(port) => store.update({ assistant: { port: port ?? DEFAULT_ASSISTANT_PORT } })}
        />
      </div>
      {[failure, status?.message ?? null].map(
        (words) =>
          words !== null && (
            <p key={words} role="alert" className={fields.error}>
              {words}
            </p>
          ),
      )}
      {status?.url && <Address url={status.url} />}
      {status && <p className={fields.help}>{sourceWords(status)}</p>}
    </>
  )
}

function Address({ url }: { url: string }) {
  return (
    <div className={fields.field}>
      <span className={fields.label}>Address</span>
      <div className={styles.address}>
        <code>POST {url}</code>
        <CopyButton label="Copy the address" text={() => url} />
      </div>
    </div>
  )
}

function sourceWords({ source }: AssistantStatus): string {
  return source === 'environment'
    ? 'Answers come from the model that AKURAI_LLM_URL and AKURAI_LLM_MODEL name.'
    : 'Answers come from the selected server and model, with its key. AKURAI_LLM_URL and AKURAI_LLM_MODEL, where they are set, go before them.'
}
