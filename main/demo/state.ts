import { Cancellations } from './cancellations.ts'
import { Metrics } from './metrics.ts'
import { DemoModels } from './models.ts'
import { PrefixCache } from './prefix-cache.ts'

/** What one demo server keeps between requests. */
export interface DemoState {
  readonly rateTokS: number
  readonly models: DemoModels
  readonly metrics: Metrics
  readonly cancellations: Cancellations
  readonly prefixes: PrefixCache
  /** Whether a reply holds the one power sampler. */
  samplerBusy: boolean
}

/** The state of a server that has just started. */
export function newState(rateTokS: number): DemoState {
  return {
    rateTokS,
    models: new DemoModels(),
    metrics: new Metrics(),
    cancellations: new Cancellations(),
    prefixes: new PrefixCache(),
    samplerBusy: false,
  }
}
