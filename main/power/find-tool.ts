import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { PowerSource } from '../../shared/stream/events.ts'

/**
 * Where Homebrew, MacPorts and Cargo put programs. They come before PATH, since an app that was started
 * from the Finder has a PATH without them.
 */
function knownFolders(): string[] {
  return ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin', join(homedir(), '.cargo/bin')]
}

/** The absolute path of a tool; null when it is not installed. */
export function findTool(tool: PowerSource): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'))
  for (const folder of [...knownFolders(), ...onPath]) {
    const path = join(folder, tool)
    if (isProgram(path)) return path
  }
  return null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
