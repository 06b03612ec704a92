import { useSettings } from '../state/context.ts'
import styles from './fields.module.css'
import { Segments } from './segments.tsx'
import { useUpdate } from './use-update.ts'

/** How much of a profile AFM is asked for. */
export function ProfileSection() {
  const profile = useSettings((state) => state.settings?.profile ?? 'extended')
  const power = useSettings((state) => state.settings?.power ?? 'auto')
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
      <Segments
        label="Live power"
        value={power}
        options={[
          ['auto', 'Automatic'],
          ['macmon', 'macmon'],
          ['mactop', 'mactop'],
          ['off', 'Off'],
        ]}
        onChange={(next) => update({ power: next })}
        help="GPU power while a reply streams, from a tool on this Mac: brew install macmon. It runs only while a reply or the profile needs it."
      />
      {failure !== null && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
    </>
  )
}
