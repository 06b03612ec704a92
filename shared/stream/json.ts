/** A JSON object whose values nobody has looked at yet. */
export type JsonObject = { readonly [key: string]: unknown }

/** The value as a JSON object, or undefined: bytes from a server may hold anything anywhere. */
export function asObject(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined
}

/** The value as a finite number, or undefined. A number written as a string is not taken for one. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The value as a non-empty string, or undefined. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Parses JSON without throwing; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
