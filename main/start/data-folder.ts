import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the browser host keeps its data when `--data` names no folder: the system's own place for it. */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'AFM Desktop')
  return join(environment.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'afm-desktop')
}
