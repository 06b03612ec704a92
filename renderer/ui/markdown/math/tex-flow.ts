import { BACKSLASH, type Code, DOLLAR, type Effects, isLineEnding, isSpace, type State } from './micromark.ts'

/** As much of micromark's context as is used here. */
interface Context {
  /** Whether this only asks if a paragraph would be interrupted. */
  readonly interrupt?: boolean
  readonly parser: { readonly lazy: Readonly<Record<number, boolean>> }
  now(): { readonly line: number }
}

/**
 * The micromark flow construct for display maths in lines of its own: `$$` or `\[` alone in a line opens it,
 * `$$` or `\]` alone in a line closes it. At the top of a document the block splitter finds these before
 * the parser; this finds them in lists and quotes.
 */
export const texFlow = {
  name: 'texFlow',
  concrete: true,
  tokenize(this: Context, effects: Effects, ok: State, nok: State): State {
    const { interrupt } = this
    let dollars = true
    const nextLine = { partial: true, tokenize: tokenizeLineEnding }
    const closing = {
      partial: true,
      tokenize: (inner: Effects, innerOk: State, innerNok: State) =>
        tokenizeClosing(inner, innerOk, innerNok, dollars),
    }

    function opening(code: Code): State | undefined {
      dollars = code === DOLLAR
      effects.enter('texFlow')
      effects.enter('texFence')
      effects.consume(code)
      return openingSecond
    }
    function openingSecond(code: Code): State | undefined {
      if (code !== (dollars ? DOLLAR : 91)) return nok(code)
      effects.consume(code)
      return afterOpening
    }
    function afterOpening(code: Code): State | undefined {
      if (isSpace(code)) {
        effects.consume(code)
        return afterOpening
      }
      if (code !== null && !isLineEnding(code)) return nok(code)
      effects.exit('texFence')
      return interrupt ? ok(code) : lineEnd(code)
    }
    function lineEnd(code: Code): State | undefined {
      // A lazy line, or the end of the container, ends the block unclosed.
      return code === null ? end(code) : effects.attempt(nextLine, lineStart, end)(code)
    }
    function lineStart(code: Code): State | undefined {
      return effects.attempt(closing, end, content)(code)
    }
    function content(code: Code): State | undefined {
      if (code === null || isLineEnding(code)) return lineEnd(code)
      effects.enter('texFlowData')
      return data(code)
    }
    function data(code: Code): State | undefined {
      if (code === null || isLineEnding(code)) {
        effects.exit('texFlowData')
        return lineEnd(code)
      }
      effects.consume(code)
      return data
    }
    function end(code: Code): State | undefined {
      effects.exit('texFlow')
      return ok(code)
    }
    return opening
  },
}

function tokenizeLineEnding(this: Context, effects: Effects, ok: State, nok: State): State {
  const after: State = (code) => (this.parser.lazy[this.now().line] ? nok(code) : ok(code))
  return (code) => {
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return after
  }
}

/** Up to three spaces, the mark, and nothing else in the line. */
function tokenizeClosing(effects: Effects, ok: State, nok: State, dollars: boolean): State {
  let spaces = 0
  function indent(code: Code): State | undefined {
    if (code === 32 && spaces < 3) {
      spaces++
      effects.consume(code)
      return indent
    }
    if (code !== (dollars ? DOLLAR : BACKSLASH)) return nok(code)
    effects.consume(code)
    return second
  }
  function second(code: Code): State | undefined {
    if (code !== (dollars ? DOLLAR : 93)) return nok(code)
    effects.consume(code)
    return after
  }
  function after(code: Code): State | undefined {
    if (isSpace(code) || (dollars && code === DOLLAR)) {
      effects.consume(code)
      return after
    }
    if (code !== null && !isLineEnding(code)) return nok(code)
    effects.exit('texClosing')
    return ok(code)
  }
  return (code) => {
    effects.enter('texClosing')
    return indent(code)
  }
}
