/**
 * Whether the thread follows its end. Only the user gives that up, by scrolling up with wheel, touch, keys
 * or the scroll bar; growth of the layout never does, however the offsets change with it.
 */
export interface Follow {
  readonly following: boolean
  /** What the user is doing to the scroll position just now. `drag`: a finger or the scroll bar, either way. */
  readonly intent: 'up' | 'down' | 'drag' | null
  /** The last known scroll offset, px. */
  readonly topPx: number
}

export type FollowEvent =
  | { readonly type: 'intent'; readonly intent: 'up' | 'down' | 'drag' }
  /** The user's gesture is over. */
  | { readonly type: 'rest' }
  /** The offset has changed, for whatever reason. */
  | { readonly type: 'scroll'; readonly topPx: number; readonly toEndPx: number }
  /** A message was sent, or "Jump to latest" was pressed. */
  | { readonly type: 'jump' }
  /** Another place of the thread was asked for, as by a search. */
  | { readonly type: 'leave' }
  /** That place has been brought into view; it may be at the end. */
  | { readonly type: 'arrive'; readonly toEndPx: number }

/** This near to the end (px) counts as being there. */
const END_PX = 24

export const FOLLOWING: Follow = Object.freeze({ following: true, intent: null, topPx: 0 })

/** The state after an event. */
export function follow(state: Follow, event: FollowEvent): Follow {
  switch (event.type) {
    case 'intent':
      return state.intent === event.intent ? state : { ...state, intent: event.intent }
    case 'rest':
      return state.intent === null ? state : { ...state, intent: null }
    case 'jump':
      return { ...state, following: true, intent: null }
    case 'leave':
      return { ...state, following: false, intent: null }
    case 'arrive':
      return event.toEndPx <= END_PX ? { ...state, following: true } : state
    case 'scroll': {
      const { intent, topPx } = state
      const up = event.topPx < topPx && (intent === 'up' || intent === 'drag')
      const down = event.topPx > topPx && (intent === 'down' || intent === 'drag')
      const following = up ? false : down && event.toEndPx <= END_PX ? true : state.following
      return { ...state, following, topPx: event.topPx }
    }
  }
}

/** Whether the page may put the thread to its end: not while the user is moving it upwards. */
export function mayPin({ following, intent }: Follow): boolean {
  return following && intent !== 'up' && intent !== 'drag'
}

/** The end of the thread that a key goes to, as keys of a Mac do; null when it is none of them. */
export function endOfKey(key: string, meta: boolean): 'start' | 'end' | null {
  if (key === 'Home' || (meta && key === 'ArrowUp')) return 'start'
  return key === 'End' || (meta && key === 'ArrowDown') ? 'end' : null
}

const UP = new Set(['ArrowUp', 'PageUp', 'Home'])
const DOWN = new Set(['ArrowDown', 'PageDown', 'End'])

/** What a key does to a scrolled element that has the focus; null when it does not scroll it. */
export function intentOfKey(key: string, shift: boolean): 'up' | 'down' | null {
  if (UP.has(key) || (key === ' ' && shift)) return 'up'
  return DOWN.has(key) || key === ' ' ? 'down' : null
}
