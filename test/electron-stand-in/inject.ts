import { readFileSync } from 'node:fs'
import { joinWorlds, preloadRequire, receiveExposed } from './worlds.ts'

/** The name of the world that the preload runs in, as Electron calls it. */
export const PRELOAD_WORLD = 'Electron Isolated Context'
/** The function in that world which sends to the main process. */
export const TO_MAIN = 'standInToMain'

/** The source text that prepares the page's own world. */
export function pageWorldSource(): string {
  return `(${receiveExposed})((${joinWorlds})('stand-in:page', 'stand-in:preload'))`
}

/** The source text that runs a preload, a CommonJS file, in the isolated world. */
export function preloadWorldSource(preloadFile: string): string {
  const peer = `(${joinWorlds})('stand-in:preload', 'stand-in:page')`
  const preload = readFileSync(preloadFile, 'utf8')
  return `((require) => {
    const exports = {}
    const module = { exports }
    ${preload}
  })((${preloadRequire})(${peer}, (message) => ${TO_MAIN}(message)))`
}
