/**
 * Where the app that is built looks for updates: the https folder in `AFM_UPDATE_FEED` that the zip and
 * `latest-mac.yml` of later versions are put into. Null without it: the app then looks for none.
 *
 * @throws Error for an address that anyone on the way could answer for.
 */
export function updateFeed(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { AFM_UPDATE_FEED: feed = '' } = environment
  if (feed === '') return null
  if (!URL.canParse(feed) || new URL(feed).protocol !== 'https:')
    throw new Error('AFM_UPDATE_FEED must be an https address.')
  return feed
}
