import { useId, useState } from 'react'
import type { Sampling } from '../../shared/chat/settings.ts'
import { useSettings, useStores } from '../state/context.ts'
import styles from './fields.module.css'
import { NumberField } from './number-field.tsx'
import type { NumberRange } from './number-value.ts'
import { Segments } from './segments.tsx'
import { StopField } from './stop-field.tsx'
import { useUpdate } from './use-update.ts'

type NumberName = Exclude<keyof Sampling, 'stop'>

/** The ranges of `samplingSchema`, which main checks again; here they give the words beside the field. */
const NUMBERS: readonly { name: NumberName; label: string; range: NumberRange }[] = [
  { name: 'temperature', label: 'Temperature', range: { min: 0, max: 5 } },
  { name: 'topP', label: 'Top P', range: { min: 0, max: 1, aboveMin: true } },
  { name: 'topK', label: 'Top K', range: { min: 0, max: 1_000_000, whole: true } },
  { name: 'minP', label: 'Min P', range: { min: 0, max: 1 } },
  { name: 'maxTokens', label: 'Max tokens', range: { min: 1, max: 10_000_000, whole: true } },
  { name: 'seed', label: 'Seed', range: { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true } },
]

/** What is sent with every request: system prompt, thinking and sampling. */
export function ModelSection() {
  const { settings: store } = useStores()
  const settings = useSettings((state) => state.settings)
  const [failure, update] = useUpdate()
  if (!settings) return null
  const { sampling } = settings
  /** Reads the sampling when it saves: two fields may be left one right after the other. */
  const saveSampling = (patch: Partial<Sampling>) => {
    const current = store.store.getState().settings?.sampling ?? sampling
    return store.update({ sampling: { ...current, ...patch } })
  }
  return (
    <>
      <SystemPrompt value={settings.systemPrompt} save={(systemPrompt) => update({ systemPrompt })} />
      <Segments
        label="Thinking"
        value={settings.thinking}
        options={[
          ['default', 'Server default'],
          ['on', 'On'],
          ['off', 'Off'],
        ]}
        onChange={(thinking) => update({ thinking })}
      />
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
      <div className={styles.grid}>
        {NUMBERS.map(({ name, label, range }) => (
          <NumberField
            key={name}
            label={label}
            value={sampling[name]}
            range={range}
            save={(value) => saveSampling({ [name]: value })}
          />
        ))}
      </div>
      <StopField value={sampling.stop} save={(stop) => saveSampling({ stop })} />
    </>
  )
}

function SystemPrompt({ value, save }: { value: string; save: (value: string) => void }) {
  const [text, setText] = useState(value)
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        System prompt
      </label>
      <textarea
        id={id}
        className={styles.input}
        rows={3}
        maxLength={100_000}
        placeholder="None"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text !== value && save(text)}
      />
    </div>
  )
}
