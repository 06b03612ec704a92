import { memo, useLayoutEffect, useRef, useState } from 'react'
import { lazyValue, useLazyValue } from '../lazy-value.ts'
import styles from '../markdown.module.css'
import { visibleControls } from '../visible-controls.tsx'
import { formulas } from './spread-over-frames.ts'

/** KaTeX, its styles and fonts: loaded when a formula is first shown. */
const lazyTypeset = lazyValue(() => import('./typeset.ts').then((module) => module.typeset))

/**
 * A formula. Until KaTeX is there, and where it cannot read the TeX, the source stands. Memoised: a paragraph
 * that grows is parsed again with every frame, its formulas are set once.
 */
export const Tex = memo(function Tex({ tex, display }: { tex: string; display: boolean }) {
  const typeset = useLazyValue(lazyTypeset, true)
  const place = useRef<HTMLSpanElement>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const shown = typeset !== undefined && failed !== tex

  useLayoutEffect(() => {
    const element = place.current
    if (!shown || !element) return
    element.textContent = tex
    return formulas.add(() => {
      if (!typeset(tex, element, display)) setFailed(tex)
    })
  }, [shown, typeset, tex, display])

  // Different keys: React must not touch the children that KaTeX has put into the element.
  if (shown) return <span key="set" ref={place} className={display ? styles.display : undefined} />
  return (
    <code key="source" className={display ? styles.texSource : styles.inlineCode}>
      {visibleControls(tex)}
    </code>
  )
})
