import { useEffect, useState } from 'react'
import { COLOUR_MAX, colours } from './colours.ts'
import type { Token } from './tokens.ts'

const NONE: readonly Token[] = []

/**
 * The colours of some code: none while it grows, none before they are found. Code that was coloured before
 * has them in the first render, so that scrolling back does not make it flicker.
 */
export function useTokens(code: string, language: string, growing: boolean): readonly Token[] {
  const wanted = !growing && language !== '' && code.length <= COLOUR_MAX
  const known = wanted ? colours.known(code, language) : undefined
  const [found, setFound] = useState<{ code: string; language: string; tokens: readonly Token[] }>()
  const missing = wanted && known === undefined

  useEffect(() => {
    if (!missing) return
    let current = true
    void colours.find(code, language).then((tokens) => {
      if (current) setFound({ code, language, tokens })
    })
    return () => {
      current = false
    }
  }, [missing, code, language])

  if (known) return known
  return wanted && found?.code === code && found.language === language ? found.tokens : NONE
}
