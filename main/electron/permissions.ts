import type { Session } from 'electron'

/** Copying text is all that a page may do beyond showing itself. Without handlers Electron allows everything. */
function isPermitted(permission: string): boolean {
  return permission === 'clipboard-sanitized-write'
}

/** Denies pages every permission but {@link isPermitted}. Both handlers are needed: some are only checked. */
export function limitPermissions(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(isPermitted(permission)))
  session.setPermissionCheckHandler((_contents, permission) => isPermitted(permission))
  session.setDevicePermissionHandler(() => false)
}
