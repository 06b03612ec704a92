/** Whether a host name or address means this machine and nothing else. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/**
 * Whether a `Host` header names this machine. A page of another site can point its own name at
 * 127.0.0.1 (DNS rebinding); its requests still carry that name here.
 */
export function isLoopbackHeader(header: string | undefined): boolean {
  try {
    return header !== undefined && isLoopback(new URL(`http://${header}/`).hostname)
  } catch {
    return false
  }
}
