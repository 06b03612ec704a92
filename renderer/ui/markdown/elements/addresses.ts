/** The longest address that becomes a link; main refuses longer ones. */
const ADDRESS_MAX = 8000

/**
 * An address that may be opened outside the app, as it will be opened; undefined for every other. Only https
 * and mailto pass, in full; an address with a name and password before its host is made to mislead.
 */
export function openableAddress(address: string): string | undefined {
  if (address.length > ADDRESS_MAX) return undefined
  const url = parseAddress(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'mailto:')) return undefined
  return url.username === '' && url.password === '' ? url.href : undefined
}

/** The host an address leads to, for people to read; empty when it has none. */
export function hostOf(address: string): string {
  return parseAddress(address)?.host ?? ''
}

/**
 * Whether a link's words read like an address with another host than the one it leads to, as in
 * `[https://bank.example](https://evil.example)`.
 */
export function misleads(words: string, address: string): boolean {
  const looks = /^(?:https?:\/\/)?([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)(?::\d+)?(?:[/?#]|$)/iu.exec(
    words.trim(),
  )
  const claimed = looks && parseAddress(`https://${looks[1]}`)
  const host = parseAddress(address)?.hostname ?? ''
  return claimed !== null && claimed !== undefined && !sameSite(claimed.hostname, host)
}

function sameSite(one: string, other: string): boolean {
  return one.replace(/^www\./, '') === other.replace(/^www\./, '')
}

function parseAddress(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined
}

/** The largest image that is shown from a data address, in characters. */
const IMAGE_MAX = 4_000_000

/** Whether an address holds a raster image itself. SVG does not count: it may hold anything. */
export function isInlineImage(address: string): boolean {
  return (
    address.length <= IMAGE_MAX && /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/]+=*$/i.test(address)
  )
}
