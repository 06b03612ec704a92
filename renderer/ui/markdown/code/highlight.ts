import type { Emitter, HLJSOptions } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import markdown from 'highlight.js/lib/languages/markdown'
import objectivec from 'highlight.js/lib/languages/objectivec'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { TokenEmitter } from './token-emitter.ts'
import type { Token } from './tokens.ts'

const languages = {
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  kotlin,
  markdown,
  objectivec,
  python,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
hljs.configure({ __emitter: TokenEmitter } as unknown as Partial<HLJSOptions>)

/** The coloured stretches of some code; none when the language, a name or alias as fences say it, is unknown. */
export function highlight(code: string, language: string): readonly Token[] {
  if (!hljs.getLanguage(language)) return []
  const result = hljs.highlight(code, { language, ignoreIllegals: true })
  const emitter: Emitter = result._emitter
  return emitter instanceof TokenEmitter ? emitter.tokens : []
}
