import { z } from 'zod'
import type { DemoModel } from './models.ts'
import { HttpProblem, invalidRequest } from './problem.ts'
import type { DemoState } from './state.ts'
import { splitTokens, tokenId } from './tokens.ts'

/** The version the double reports; the word makes clear that it is no AFM. */
export const DEMO_VERSION = 'demo'

/** `GET /health`. */
export function health(): object {
  return { status: 'healthy', timestamp: Date.now() / 1000, version: DEMO_VERSION }
}

/** `GET /props?model=`, shaped as llama.cpp's. */
export function props(model: DemoModel): object {
  return {
    default_generation_settings: {
      n_ctx: model.contextTokens,
      params: { temperature: 0.7, top_p: 0.95, top_k: 40, min_p: 0, repeat_penalty: 1, n_predict: -1 },
    },
    total_slots: 1,
    model_path: model.id,
    model_alias: model.name,
    modalities: { vision: model.capabilities.includes('vision'), audio: false },
    build_info: `AFM ${DEMO_VERSION}`,
  }
}

const textBody = z.looseObject({
  model: z.string().nullish(),
  text: z.string().nullish(),
  prompt: z.string().nullish(),
})

/**
 * `POST /v1/tokenize` and `POST /v1/count_tokens`: a body of `text` or `prompt`. Throws 400 for another body
 * and 422 `tokenize_unsupported` for a model without a tokenizer.
 */
export function tokenize(state: DemoState, body: unknown): { model: DemoModel; tokens: number[] } {
  const parsed = textBody.safeParse(body)
  const text = parsed.data?.text ?? parsed.data?.prompt
  if (!parsed.success || typeof text !== 'string') {
    throw invalidRequest('The body must hold `text` or `prompt`, a string.')
  }
  const model = state.models.find(parsed.data.model)
  if (model.backend !== 'mlx') {
    const message = `The model ${model.id} has no tokenizer that can be asked.`
    throw new HttpProblem(422, 'invalid_request_error', message, { code: 'tokenize_unsupported' })
  }
  return { model, tokens: splitTokens(text).map(tokenId) }
}
