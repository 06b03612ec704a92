import { useSettings } from '../state/context.ts'
import styles from './fields.module.css'
import { LoginItemField } from './login-item-field.tsx'
import { Segments } from './segments.tsx'
import { useUpdate } from './use-update.ts'

/** Light, dark, or as the system is; and whether the app comes by itself. */
export function AppearanceSection() {
  const theme = useSettings((state) => state.settings?.theme ?? 'system')
  const [failure, update] = useUpdate()
  return (
    <>
      <Segments
        label="Theme"
        value={theme}
        options={[
          ['system', 'System'],
          ['light', 'Light'],
          ['dark', 'Dark'],
        ]}
        onChange={(next) => update({ theme: next })}
      />
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
      <LoginItemField />
    </>
  )
}
