import { HttpProblem, invalidRequest } from './problem.ts'

/** A model the double claims to have. Its figures are made up, but fit together. */
export interface DemoModel {
  readonly id: string
  readonly name: string
  readonly backend: 'mlx' | 'foundation' | 'embeddings'
  readonly contextTokens: number
  readonly capabilities: readonly string[]
  /** All weights in memory, GiB. */
  readonly weightsGib: number
  /** What one token reads of the weights, GB (a mixture of experts reads only a part). */
  readonly readPerTokenGb: number
  readonly kvBytesPerToken: number
}

const CHAT = ['chat', 'completion']

const DEMO_MODELS: readonly DemoModel[] = [
  {
    id: 'demo/canned-replies',
    name: 'Canned replies (demo)',
    backend: 'mlx',
    contextTokens: 32_768,
    capabilities: CHAT,
    weightsGib: 18.2,
    readPerTokenGb: 2.3,
    kvBytesPerToken: 98_304,
  },
  {
    id: 'demo/canned-replies-large',
    name: 'Canned replies, large (demo)',
    backend: 'mlx',
    contextTokens: 131_072,
    capabilities: [...CHAT, 'vision'],
    weightsGib: 62.4,
    readPerTokenGb: 4.1,
    kvBytesPerToken: 196_608,
  },
  {
    id: 'demo/foundation',
    name: 'Foundation stand-in (demo)',
    backend: 'foundation',
    contextTokens: 4096,
    capabilities: CHAT,
    weightsGib: 0,
    readPerTokenGb: 0,
    kvBytesPerToken: 0,
  },
  {
    id: 'demo/canned-embeddings',
    name: 'Embeddings (demo, lists only)',
    backend: 'embeddings',
    contextTokens: 8192,
    capabilities: ['embeddings'],
    weightsGib: 0.6,
    readPerTokenGb: 0.6,
    kvBytesPerToken: 0,
  },
]

/** What is loaded, and which model a request means. */
export class DemoModels {
  readonly #loaded = new Set(['demo/canned-replies', 'demo/foundation'])
  readonly #startedAtS = Math.floor(Date.now() / 1000)

  /** The model a request is answered by: like AFM with one model, a name it does not know means its own. */
  find(id: string | null | undefined): DemoModel {
    const named = DEMO_MODELS.find((model) => model.id === id || model.id === `demo/${id}`)
    const model = named ?? DEMO_MODELS[0]
    if (!model) throw new HttpProblem(500, 'server_error', 'There is no model.')
    return model
  }

  /** Like `find`, for a chat. Throws 400 for a model that cannot chat. */
  findForChat(id: string | null | undefined): DemoModel {
    const model = this.find(id)
    if (model.backend === 'embeddings') {
      throw invalidRequest(`The model ${model.id} only makes embeddings; it cannot chat.`, 'model_not_chat')
    }
    return model
  }

  isLoaded(model: DemoModel): boolean {
    return this.#loaded.has(model.id)
  }

  markLoaded(model: DemoModel): void {
    this.#loaded.add(model.id)
  }

  /** The body of `GET /v1/models`: OpenAI's `data` and, beside it, AFM's `models`. */
  list(): object {
    return {
      object: 'list',
      data: DEMO_MODELS.map((model) => ({
        id: model.id,
        object: 'model',
        created: this.#startedAtS,
        owned_by: 'demo',
        status: { value: this.isLoaded(model) ? 'loaded' : 'unloaded' },
        max_context_length: model.contextTokens,
      })),
      models: DEMO_MODELS.map((model) => ({
        model: model.id,
        name: model.name,
        capabilities: model.capabilities,
      })),
    }
  }
}
