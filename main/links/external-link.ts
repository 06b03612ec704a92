import { UserError } from '../../shared/result.ts'

/**
 * The link policy: only https and mailto leave the app, since a model wrote the link and any other scheme
 * may start a program. Returns the URL as it will be opened.
 * @throws UserError `invalid-url`
 */
export function checkExternalLink(url: string): string {
  if (!URL.canParse(url)) throw new UserError('invalid-url', 'This is not a link that can be opened.')
  const { protocol, href, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'mailto:')
    throw new UserError('invalid-url', `Links that begin with “${protocol}” are not opened from here.`)
  if (username !== '' || password !== '')
    throw new UserError('invalid-url', 'Links that carry a user name are not opened from here.')
  return href
}
