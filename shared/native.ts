/** What a page must know of its window to fit into it. Only the Mac app has such windows. */
export interface WindowState {
  /** In full screen there are no traffic lights to make room for. */
  readonly fullScreen: boolean
  /** The accent colour that the user chose in macOS, as `#rrggbb`; null if it is not known. */
  readonly accent: string | null
}

/** Whether macOS opens the app when the user logs in. */
export interface LoginItem {
  readonly open: boolean
  /** Asked for, but the user must first allow it in System Settings. */
  readonly needsApproval: boolean
}
