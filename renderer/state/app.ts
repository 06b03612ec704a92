import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppInfo } from '../../shared/bridge.ts'
import type { Failure } from '../../shared/result.ts'

/** Room for all panes; for the sidebar beside the thread; for the thread alone. */
export type Layout = 'wide' | 'medium' | 'narrow'

export interface AppState {
  readonly info: AppInfo | null
  /** Whether main can be reached. */
  readonly connected: boolean
  readonly layout: Layout
  readonly sidebarOpen: boolean
  readonly profileOpen: boolean
  /** The section the settings open on; null while they are closed. */
  readonly settings: SettingsSection | null
  /** Something that failed and has no better place on the screen; null when there is nothing to say. */
  readonly notice: string | null
  /** The sheet that lies over the window beside the settings; null while there is none. */
  readonly sheet: SheetName | null
}

export type SheetName = 'export' | 'import' | 'turns'

export type SettingsSection = 'servers' | 'model' | 'profile' | 'assistant' | 'appearance'

export interface AppStore {
  readonly store: StoreApi<AppState>
  setLayout(layout: Layout): void
  toggleSidebar(): void
  toggleProfile(): void
  /** Folds the panes that lie over the thread in this layout. */
  closeOverlays(): void
  openSettings(section?: SettingsSection): void
  closeSettings(): void
  openSheet(sheet: SheetName): void
  closeSheet(): void
  /** Shows why a command failed, until it is dismissed; null is no failure and shows nothing. */
  report(failure: Failure | null): void
  dismiss(): void
}

/** What the window itself shows: panes and sheets. Nothing here is saved. */
export function createApp(): AppStore {
  const store = createStore<AppState>(() => ({
    info: null,
    connected: true,
    layout: 'wide',
    sidebarOpen: true,
    profileOpen: true,
    settings: null,
    notice: null,
    sheet: null,
  }))
  const { getState: get, setState: set } = store
  /** What the user wants where there is room; a narrow window folds panes without forgetting it. */
  const wanted = { sidebar: true, profile: true }

  return {
    store,
    setLayout(layout) {
      if (layout === get().layout) return
      set({
        layout,
        sidebarOpen: layout !== 'narrow' && wanted.sidebar,
        profileOpen: layout === 'wide' && wanted.profile,
      })
    },
    toggleSidebar() {
      const sidebarOpen = !get().sidebarOpen
      if (get().layout !== 'narrow') wanted.sidebar = sidebarOpen
      set({ sidebarOpen })
    },
    toggleProfile() {
      const profileOpen = !get().profileOpen
      if (get().layout === 'wide') wanted.profile = profileOpen
      set({ profileOpen })
    },
    closeOverlays() {
      const { layout } = get()
      if (layout !== 'wide') set({ profileOpen: false })
      if (layout === 'narrow') set({ sidebarOpen: false })
    },
    openSettings: (section = 'servers') => set({ settings: section }),
    closeSettings: () => set({ settings: null }),
    openSheet: (sheet) => set({ sheet }),
    closeSheet: () => set({ sheet: null }),
    report(failure) {
      if (failure) set({ notice: failure.message })
    },
    dismiss: () => set({ notice: null }),
  }
}
