import {
  BACKSLASH,
  type Code,
  DOLLAR,
  type Effects,
  isDigit,
  isLineEnding,
  isSpace,
  isWord,
  lineEnding,
  type State,
  textOf,
} from './micromark.ts'

/** A formula in running text is shorter; behind this its end is not looked for. Characters. */
const LENGTH_MAX = 4000

/**
 * The micromark text construct for `$…$` and `$$…$$`.
 *
 * A dollar is money far more often than maths, so a single one opens a formula only under pandoc's rules: no
 * letter or digit before it, no space behind it, no space before the closing one and no digit behind that,
 * all in one line; and what begins with a digit and has words but nothing of TeX, as in `$5, €4 or 3$`,
 * is no formula either. A formula ends at the first dollar or not at all, so that no search is repeated.
 */
export const dollarTex = {
  name: 'dollarTex',
  previous: (code: Code) => code !== DOLLAR && !isWord(code),
  tokenize(effects: Effects, ok: State, nok: State): State {
    let double = false
    let content = ''

    function opening(code: Code): State | undefined {
      effects.enter('texText')
      effects.enter('texMark')
      effects.consume(code)
      return openingSecond
    }
    function openingSecond(code: Code): State | undefined {
      if (code === DOLLAR && !double) {
        double = true
        effects.consume(code)
        return openingSecond
      }
      effects.exit('texMark')
      return code === DOLLAR || (!double && isSpace(code)) ? nok(code) : between(code)
    }
    function between(code: Code): State | undefined {
      if (code === null || content.length > LENGTH_MAX) return nok(code)
      if (code === DOLLAR) return closing(code)
      if (isLineEnding(code)) {
        content += '\n'
        return double ? lineEnding(effects, code, between) : nok(code)
      }
      effects.enter('texData')
      return data(code)
    }
    function data(code: Code): State | undefined {
      if (code === null || code === DOLLAR || isLineEnding(code) || content.length > LENGTH_MAX) {
        effects.exit('texData')
        return between(code)
      }
      return taken(code, code === BACKSLASH ? escaped : data)
    }
    function escaped(code: Code): State | undefined {
      return code === DOLLAR ? taken(code, data) : data(code)
    }
    function taken(code: number, next: State): State {
      content += textOf(code)
      effects.consume(code)
      return next
    }
    function closing(code: Code): State | undefined {
      if (content.trim() === '' || (!double && (content.endsWith(' ') || isMoney(content)))) return nok(code)
      effects.enter('texMark')
      effects.consume(code)
      return double ? closingSecond : end
    }
    function closingSecond(code: Code): State | undefined {
      if (code !== DOLLAR) return nok(code)
      effects.consume(code)
      return end
    }
    function end(code: Code): State | undefined {
      if (!double && isDigit(code)) return nok(code)
      effects.exit('texMark')
      effects.exit('texText')
      return ok(code)
    }
    return opening
  },
}

/** The micromark text construct for `\(…\)` and `\[…\]`. One within itself is none, so no search is repeated. */
export const backslashTex = {
  name: 'backslashTex',
  tokenize(effects: Effects, ok: State, nok: State): State {
    let opener = 0
    let length = 0
    let token = { type: '' }

    function opening(code: Code): State | undefined {
      effects.enter('texText')
      effects.enter('texMark')
      effects.consume(code)
      return openingSecond
    }
    function openingSecond(code: Code): State | undefined {
      if (code !== 40 && code !== 91) return nok(code)
      opener = code
      effects.consume(code)
      effects.exit('texMark')
      return between
    }
    function between(code: Code): State | undefined {
      if (code === null || length > LENGTH_MAX) return nok(code)
      if (isLineEnding(code)) return lineEnding(effects, code, between)
      token = effects.enter('texData')
      if (code === BACKSLASH) return taken(code, afterBackslash)
      return data(code)
    }
    function data(code: Code): State | undefined {
      if (code === null || code === BACKSLASH || isLineEnding(code) || length > LENGTH_MAX) {
        effects.exit('texData')
        return between(code)
      }
      return taken(code, data)
    }
    function afterBackslash(code: Code): State | undefined {
      if (code === opener) return nok(code)
      if (code === null || isLineEnding(code)) return data(code)
      if (code !== (opener === 40 ? 41 : 93)) return taken(code, data)
      effects.consume(code)
      // Now it is known that these two were no data.
      token.type = 'texMark'
      effects.exit('texMark')
      effects.exit('texText')
      return ok
    }
    function taken(code: number, next: State): State {
      length++
      effects.consume(code)
      return next
    }
    return opening
  },
}

/** Something like `5, 4 or 3`: a digit first, words, and no sign, command or index of TeX. */
function isMoney(content: string): boolean {
  return /^\d/.test(content) && content.includes(' ') && !/[\\^_={}+*/<>|-]/.test(content)
}
