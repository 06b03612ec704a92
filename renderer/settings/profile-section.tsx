import { useSettings } from '../state/context.ts'
import styles from './fields.module.css'
import { Segments } from './segments.tsx'
import { useUpdate } from './use-update.ts'

/** How much of a profile AFM is asked for. */
export function ProfileSection() {
  const profile = useSettings((state) => state.settings?.profile ?? 'extended')
  const [failure, update] = useUpdate()
  return (
    <>
      <Segments
        label="Profile of each reply"
        value={profile}
        options={[
          ['off', 'Off'],
          ['summary', 'Summary'],
          ['extended', 'With samples'],
        ]}
        onChange={(next) => update({ profile: next })}
        help="AFM measures GPU power, memory and bandwidth while it answers. GPU energy needs the samples. Other servers ignore this."
      />
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
    </>
  )
}
