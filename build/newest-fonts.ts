import type { Plugin } from 'vite'

/** A style sheet's older forms of a font, named after the newest: `, url(a.woff) format("woff")`. */
const OLDER_FORMS = /,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'](?:woff|truetype)["']\)/g

/**
 * Leaves a library's fonts in their newest form only, WOFF2, which the app's one engine reads. KaTeX names
 * each font in three forms, and each form would be a file of the package.
 */
export function newestFonts(): Plugin {
  return {
    name: 'newest-fonts',
    enforce: 'pre',
    transform: (code, id) =>
      /\.css(\?|$)/.test(id) && code.includes('.woff2') ? code.replace(OLDER_FORMS, '') : null,
  }
}
