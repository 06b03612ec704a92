/** What a key press in the composer means. `break` and null are left to the text field. */
export type ComposerKey = 'send' | 'hold' | 'stop' | null

/** What must be known of a key press. */
export interface ComposerPress {
  readonly key: string
  readonly keyCode: number
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/**
 * Enter sends, Shift-Enter (and Option-Enter, as Mac users expect) breaks the line, Escape stops. While an
 * input method composes, every key is its own: WebKit-like hosts report its Enter only as key code 229.
 * `hold`: Enter while a reply runs; nothing is sent and nothing is lost.
 */
export function composerKey(press: ComposerPress, running: boolean): ComposerKey {
  if (press.isComposing || press.keyCode === 229) return null
  if (press.key === 'Escape') return running ? 'stop' : null
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return null
  return running ? 'hold' : 'send'
}
