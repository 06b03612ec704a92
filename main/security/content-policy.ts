/**
 * What a page of the app may load and run: its own files and nothing else. Model output is shown in this
 * page, so the policy is the second wall behind the Markdown renderer: no inline script, no remote image,
 * no frame, no form. `connect-src 'self'` covers the WebSocket of the browser host too, as the page
 * connects to the address it was loaded from.
 */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every answer that either host gives to a page, whatever its status. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
