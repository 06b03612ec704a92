import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { SettingsSection } from '../state/app.ts'
import { useSettings, useStores } from '../state/context.ts'
import { IconButton } from '../ui/button.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { AssistantSection } from './assistant-section.tsx'
import { ModelSection } from './model-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { ServersSection } from './servers-section.tsx'
import styles from './settings-dialog.module.css'

const SECTIONS: readonly { readonly id: SettingsSection; readonly title: string }[] = [
  { id: 'servers', title: 'Servers' },
  { id: 'model', title: 'Model' },
  { id: 'profile', title: 'Profile' },
  { id: 'assistant', title: 'Assistant API' },
  { id: 'appearance', title: 'Appearance' },
]

/**
 * The settings, over the window. The browser's own modal dialog keeps the focus inside, gives it back, and
 * closes on Escape; a field that has the focus is left, and so saved, before the dialog goes.
 */
export function SettingsDialog({ section }: { section: SettingsSection }) {
  const { app } = useStores()
  const loaded = useSettings((state) => state.settings !== null)
  const [shown, setShown] = useState(section)
  const dialog = useRef<HTMLDialogElement>(null)
  const tabs = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (element && !element.open) element.showModal()
  }, [])

  const onTabKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = SECTIONS.findIndex(({ id }) => id === shown)
    const next = SECTIONS[(at + step + SECTIONS.length) % SECTIONS.length]
    if (!next) return
    setShown(next.id)
    tabs.current?.querySelector<HTMLElement>(`[data-section="${next.id}"]`)?.focus()
  }

  return (
    <dialog ref={dialog} className={styles.dialog} aria-label="Settings" onClose={() => app.closeSettings()}>
      <div className={styles.sheet}>
        <div className={styles.side}>
          <h2 className={styles.heading}>Settings</h2>
          <div
            ref={tabs}
            role="tablist"
            aria-orientation="vertical"
            aria-label="Sections"
            className={styles.tabs}
            onKeyDown={onTabKey}
          >
            {SECTIONS.map(({ id, title }) => (
              <button
                key={id}
                type="button"
                role="tab"
                data-section={id}
                id={`settings-tab-${id}`}
                aria-selected={id === shown}
                aria-controls="settings-panel"
                tabIndex={id === shown ? 0 : -1}
                className={styles.tab}
                onClick={() => setShown(id)}
              >
                {title}
              </button>
            ))}
          </div>
        </div>
        <div className={styles.content}>
          <div className={styles.top}>
            <h3 className={styles.title}>{SECTIONS.find(({ id }) => id === shown)?.title}</h3>
            <IconButton label="Close" onClick={() => dialog.current?.close()}>
              <X size={16} />
            </IconButton>
          </div>
          <div
            id="settings-panel"
            role="tabpanel"
            aria-labelledby={`settings-tab-${shown}`}
            className={styles.panel}
          >
            {!loaded ? null : shown === 'servers' ? (
              <ServersSection />
            ) : shown === 'model' ? (
              <ModelSection />
            ) : shown === 'profile' ? (
              <ProfileSection />
            ) : shown === 'assistant' ? (
              <AssistantSection />
            ) : (
              <AppearanceSection />
            )}
          </div>
        </div>
      </div>
    </dialog>
  )
}
