import { spawn } from 'node:child_process'
import { UserError } from '../../shared/result.ts'

/**
 * Opens an URL in the program that the user's system has for it. No shell sees the URL; it is one argument.
 *
 * @throws UserError `cannot-open` if there is no such program.
 */
export function openUrl(url: string): Promise<void> {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  return new Promise((resolve, reject) => {
    // `href` starts with a scheme, so it cannot be taken for an option.
    const child = spawn(opener, [new URL(url).href], { stdio: 'ignore', detached: true })
    child.once('spawn', () => {
      child.unref()
      resolve()
    })
    child.once('error', () => {
      reject(new UserError('cannot-open', `The program "${opener}" could not be started to open ${url}.`))
    })
  })
}
