import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StopCause } from './cancellations.ts'
import type { Job } from './generate.ts'
import { readJson } from './http.ts'
import { planReply } from './plan.ts'
import { HttpProblem } from './problem.ts'
import { profileWanted } from './profile.ts'
import { chooseReply } from './replies/choose.ts'
import { parseChatRequest, wantsGrammar } from './request.ts'
import { adoptRequestId } from './request-id.ts'
import type { DemoState } from './state.ts'
import { streamReply } from './stream-reply.ts'
import { wholeReply } from './whole-reply.ts'

/**
 * `POST /v1/chat/completions`. Throws an HttpProblem for what fails before the headers. A client that goes
 * away ends the generation; so does the cancel route, which knows the request from here on.
 */
export async function handleChat(state: DemoState, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const requestId = adoptRequestId(req, res)
  const request = parseChatRequest(await readJson(req))
  const model = state.models.findForChat(request.model)
  const reply = chooseReply(request)
  if (reply === 'busy') {
    const message = 'The server is busy. (The demo says so on purpose: you wrote "busy".)'
    throw new HttpProblem(503, 'server_busy', message, { headers: { 'Retry-After': '2' } })
  }
  if (wantsGrammar(request)) res.setHeader('X-Grammar-Constraints', 'downgraded')

  const stop = new AbortController()
  const forget = state.cancellations.register(requestId, stop)
  res.once('close', () => stop.abort('disconnected' satisfies StopCause))
  // The client may have gone while its body was read: then there is no `close` to come.
  if (res.destroyed) stop.abort('disconnected' satisfies StopCause)
  const job: Job = {
    request,
    model,
    plan: planReply(reply, request, model.backend === 'mlx'),
    profile: profileWanted(req.headers['x-afm-profile']),
    signal: stop.signal,
  }
  try {
    if (request.stream === true) await streamReply(state, job, res)
    else await wholeReply(state, job, res)
  } finally {
    forget()
  }
}
