import { lazy, Suspense, useEffect, useRef } from 'react'
import { ChatPane } from '../chat/chat-pane.tsx'
import { Sidebar } from '../conversations/sidebar.tsx'
import { ProfilePane } from '../dashboard/profile-pane.tsx'
import { useApp, useStores } from '../state/context.ts'
import styles from './app.module.css'
import { Banner } from './banner.tsx'
import { ExternalLinks } from './external-links.tsx'
import { useAppMenu } from './menu.ts'
import { useShortcuts } from './shortcuts.ts'
import { UndoToasts } from './undo-toasts.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useLayout } from './use-layout.ts'
import { useTheme } from './use-theme.ts'

const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}))

const ExportSheet = lazy(async () => ({
  default: (await import('../transcripts/export-sheet.tsx')).ExportSheet,
}))
const TurnsSheet = lazy(async () => ({
  default: (await import('../compare/turns-sheet.tsx')).TurnsSheet,
}))
const ImportSheet = lazy(async () => ({
  default: (await import('../transcripts/import-sheet.tsx')).ImportSheet,
}))

/** The window: sidebar, thread and profile pane, and the settings over them. */
export function App() {
  useTheme()
  useLayout()
  useShortcuts()
  useAppMenu()
  useFileDrop()
  const { app } = useStores()
  const layout = useApp((state) => state.layout)
  const sidebarOpen = useApp((state) => state.sidebarOpen)
  const profileOpen = useApp((state) => state.profileOpen)
  const settings = useApp((state) => state.settings)
  const sheet = useApp((state) => state.sheet)
  const sideOver = layout === 'narrow' && sidebarOpen
  const profileOver = layout !== 'wide' && profileOpen
  const side = useRef<HTMLDivElement>(null)
  const profile = useRef<HTMLDivElement>(null)
  // The thread behind an overlay cannot have the focus.
  useEffect(() => {
    if (sideOver) side.current?.focus()
  }, [sideOver])
  useEffect(() => {
    if (profileOver) profile.current?.focus()
  }, [profileOver])

  return (
    <ExternalLinks>
      <div className={styles.window}>
        <Banner className={styles.banner} />
        {sidebarOpen && (
          <div
            ref={side}
            tabIndex={sideOver ? -1 : undefined}
            className={`${styles.side} ${sideOver ? styles.overlaid : ''}`}
          >
            <Sidebar />
          </div>
        )}
        <main className={styles.main} inert={sideOver || profileOver}>
          <ChatPane />
        </main>
        {profileOpen && (
          <div
            ref={profile}
            tabIndex={profileOver ? -1 : undefined}
            className={`${styles.profile} ${profileOver ? styles.overlaid : ''}`}
          >
            <ProfilePane />
          </div>
        )}
        {(sideOver || profileOver) && (
          // A press beside a pane folds it; with the keyboard Escape does.
          <div className={styles.scrim} onPointerDown={() => app.closeOverlays()} aria-hidden="true" />
        )}
      </div>
      <UndoToasts />
      {sheet !== null && (
        <Suspense>
          {sheet === 'export' ? <ExportSheet /> : sheet === 'import' ? <ImportSheet /> : <TurnsSheet />}
        </Suspense>
      )}
      {settings !== null && (
        <Suspense>
          <SettingsDialog section={settings} />
        </Suspense>
      )}
    </ExternalLinks>
  )
}
