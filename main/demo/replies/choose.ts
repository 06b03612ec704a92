import { type ChatRequest, lastUserText, wantsJson } from '../request.ts'
import { codeReply } from './code.ts'
import { dropReply, errorReply } from './failures.ts'
import { hostileReply } from './hostile.ts'
import { jsonReply } from './json.ts'
import { longReply } from './long.ts'
import type { Reply } from './reply.ts'
import { thinkReply } from './think.ts'
import { toolReply, toolResultReply } from './tools.ts'
import { tourReply } from './tour.ts'

const KEYWORD = /\b(long|code|tool|weather|error|busy|drop|think|hostile)s?\b/i

/** The canned reply to a request: the first keyword in its last user message decides; `busy` is a 503. */
export function chooseReply(request: ChatRequest): Reply | 'busy' {
  const keyword = KEYWORD.exec(lastUserText(request))?.[1]?.toLowerCase()
  if (keyword === 'busy') return 'busy'
  // A model that has got its tools' results answers; asking for the same tools again would never end.
  if (request.messages.at(-1)?.role === 'tool') return toolResultReply(request)
  if (wantsJson(request)) return jsonReply(keyword)
  switch (keyword) {
    case 'long':
      return longReply()
    case 'code':
      return codeReply()
    case 'tool':
    case 'weather':
      return request.tool_choice === 'none' ? tourReply() : toolReply(request)
    case 'error':
      return errorReply()
    case 'drop':
      return dropReply()
    case 'think':
      return thinkReply()
    case 'hostile':
      return hostileReply()
    default:
      return tourReply()
  }
}
