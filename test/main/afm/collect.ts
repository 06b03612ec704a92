import { Generation, type GenerationOptions } from '../../../main/afm/generation.ts'
import { accumulate } from '../../../shared/stream/accumulate.ts'
import { newTurn, type Turn } from '../../../shared/stream/turn.ts'

/** A generation and the turn that grows from it. */
export interface Running {
  readonly generation: Generation
  /** Resolves with the complete turn. */
  readonly turn: Promise<Turn>
  /** Resolves once the turn so far satisfies the condition. */
  until(condition: (turn: Turn) => boolean): Promise<void>
}

type Options = Partial<GenerationOptions> & { readonly baseUrl: string }

/** A generation that nobody reads yet. */
export function newGeneration(options: Options): Generation {
  return new Generation({ key: null, profile: null, body: '{}', requestId: 'req-1', ...options })
}

/** Reads a generation to its end. */
export async function collect(generation: Generation, each: (turn: Turn) => void = () => {}): Promise<Turn> {
  let turn = newTurn('req-1')
  for await (const events of generation.events()) {
    turn = accumulate(turn, events)
    each(turn)
  }
  return turn
}

/** Starts a generation and folds its events, as main does. */
export function run(options: Options): Running {
  const generation = newGeneration(options)
  let latest: Turn | undefined
  const waiting: { condition: (turn: Turn) => boolean; done: () => void }[] = []
  const turn = collect(generation, (next) => {
    latest = next
    for (const waiter of waiting) if (waiter.condition(next)) waiter.done()
  })
  return {
    generation,
    turn,
    until: (condition) =>
      new Promise((done) => {
        if (latest && condition(latest)) done()
        else waiting.push({ condition, done })
      }),
  }
}
