import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { endOfKey, FOLLOWING, type FollowEvent, follow, intentOfKey, mayPin } from './follow.ts'

/** A gesture that has not moved anything for so long (ms) is over. */
const REST_MS = 400

export interface Following {
  readonly following: boolean
  /** Goes to the end and follows it again. */
  jump(): void
  /** Stays where it is, or is put, until the user comes back to the end. */
  leave(): void
  /** What was left for has been reached: follows again if that is the end. */
  arrive(): void
}

/**
 * Keeps a scrolled element at its end while its content grows, until the user scrolls up.
 * `content` is the element inside whose height changes.
 */
export function useFollow(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
): Following {
  const [following, setFollowing] = useState(true)
  const state = useRef(FOLLOWING)

  const controls = useMemo(() => {
    const pin = () => {
      const element = scroller.current
      if (element && mayPin(state.current)) element.scrollTop = element.scrollHeight
    }
    const apply = (event: FollowEvent) => {
      state.current = follow(state.current, event)
      setFollowing(state.current.following)
    }
    const jump = () => {
      apply({ type: 'jump' })
      pin()
    }
    const leave = () => {
      const element = scroller.current
      // Where everything is in sight there is no end to be away from.
      if (element && element.scrollHeight > element.clientHeight) apply({ type: 'leave' })
    }
    const arrive = () => {
      const element = scroller.current
      if (!element) return
      apply({ type: 'arrive', toEndPx: element.scrollHeight - element.clientHeight - element.scrollTop })
    }
    const goTo = (end: 'start' | 'end') => {
      if (end === 'end') return jump()
      leave()
      if (scroller.current) scroller.current.scrollTop = 0
    }
    return { pin, apply, jump, leave, arrive, goTo }
  }, [scroller])

  useEffect(() => {
    const element = scroller.current
    if (!element || !content.current) return
    const { apply, pin, goTo } = controls
    let timer: ReturnType<typeof setTimeout> | undefined
    let held = false
    const restLater = () => {
      clearTimeout(timer)
      if (held) return
      timer = setTimeout(() => {
        apply({ type: 'rest' })
        pin()
      }, REST_MS)
    }
    const intend = (intent: 'up' | 'down' | 'drag') => {
      apply({ type: 'intent', intent })
      restLater()
    }
    const on = {
      wheel: (event: WheelEvent) => {
        if (event.deltaY !== 0 && !event.ctrlKey) intend(event.deltaY < 0 ? 'up' : 'down')
      },
      keydown: (event: KeyboardEvent) => {
        const { target } = event
        if (target instanceof HTMLElement && target.matches('input, textarea')) return
        const end = event.shiftKey ? null : endOfKey(event.key, event.metaKey)
        if (end !== null) {
          // At once: the browser's own way there is a long one, which every row that is measured breaks off.
          event.preventDefault()
          goTo(end)
          return
        }
        const intent = intentOfKey(event.key, event.shiftKey)
        if (intent) intend(intent)
      },
      // Who goes to something further up by keyboard is led there by the browser, and must be left there.
      focusin: ({ target }: FocusEvent) => {
        if (target instanceof Element && target.matches(':focus-visible')) intend('drag')
      },
      touchstart: () => {
        held = true
        intend('drag')
      },
      pointerdown: (event: PointerEvent) => {
        // A press on the element itself, and not on its content, is one on the scroll bar.
        if (event.target !== element) return
        held = true
        intend('drag')
      },
      scroll: () => {
        const toEndPx = element.scrollHeight - element.clientHeight - element.scrollTop
        apply({ type: 'scroll', topPx: element.scrollTop, toEndPx })
        if (state.current.intent !== null) restLater()
      },
    }
    const release = () => {
      if (!held) return
      held = false
      restLater()
    }
    const passive = { passive: true }
    element.addEventListener('wheel', on.wheel, passive)
    element.addEventListener('keydown', on.keydown)
    element.addEventListener('focusin', on.focusin)
    element.addEventListener('touchstart', on.touchstart, passive)
    element.addEventListener('pointerdown', on.pointerdown)
    element.addEventListener('scroll', on.scroll, passive)
    window.addEventListener('pointerup', release)
    window.addEventListener('touchend', release)
    const sizes = new ResizeObserver(pin)
    sizes.observe(element)
    sizes.observe(content.current)
    pin()
    return () => {
      clearTimeout(timer)
      sizes.disconnect()
      element.removeEventListener('wheel', on.wheel)
      element.removeEventListener('keydown', on.keydown)
      element.removeEventListener('focusin', on.focusin)
      element.removeEventListener('touchstart', on.touchstart)
      element.removeEventListener('pointerdown', on.pointerdown)
      element.removeEventListener('scroll', on.scroll)
      window.removeEventListener('pointerup', release)
      window.removeEventListener('touchend', release)
    }
  }, [scroller, content, controls])

  const { jump, leave, arrive } = controls
  return { following, jump, leave, arrive }
}
