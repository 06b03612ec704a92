import type { BridgeEventName, BridgeEvents, ParsedInput } from '../../shared/bridge.ts'
import type { PowerSetting } from '../../shared/chat/settings.ts'
import type { DashboardState } from '../../shared/metrics/live-machine.ts'
import type { PowerSource } from '../../shared/stream/events.ts'
import { PowerService, type TimedReading } from '../power/power-service.ts'
import { type MetricsTarget, MetricsWatch } from './metrics-watch.ts'
import { DashboardViews } from './views.ts'

export interface DashboardContext {
  powerSetting(): PowerSetting
  /** The server whose `/metrics` are read. */
  metricsTarget(): Promise<MetricsTarget>
  emit<N extends BridgeEventName>(name: N, payload: BridgeEvents[N]): void
  /** Takes what was measured of this Mac, for the turns that run. */
  measured(source: PowerSource, readings: readonly TimedReading[]): void
}

/** What runs beside the turns: live power while a turn or a dashboard needs it, `/metrics` while one is in view. */
export class DashboardService {
  readonly #power: PowerService
  readonly #metrics: MetricsWatch
  readonly #views: DashboardViews
  #turnsRun = false

  constructor(context: DashboardContext) {
    this.#power = new PowerService({
      setting: () => context.powerSetting(),
      changed: (status) => context.emit('power.status', status),
      samples: (samples, readings) => {
        context.measured(samples.source, readings)
        // A window without the dashboard gets what it needs with its turns.
        if (this.#views.inView) context.emit('power.samples', samples)
      },
    })
    this.#metrics = new MetricsWatch({
      target: () => context.metricsTarget(),
      changed: (metrics) => context.emit('server.metrics', metrics),
    })
    this.#views = new DashboardViews((inView) => {
      this.#metrics.setVisible(inView)
      this.#wantPower()
    })
  }

  /** A page says whether its dashboard is in view, and hears how things stand. */
  visible({ viewId, visible }: ParsedInput<'dashboard.visible'>): DashboardState {
    this.#views.set(viewId, visible)
    return { power: this.#power.status, server: this.#metrics.latest }
  }

  /** Whether a turn runs on this Mac whose power is of interest. */
  turnsRun(run: boolean): void {
    this.#turnsRun = run
    this.#wantPower()
  }

  /** The setting has changed. */
  apply(): void {
    this.#power.apply()
  }

  async close(): Promise<void> {
    this.#views.close()
    this.#metrics.close()
    await this.#power.close()
  }

  #wantPower(): void {
    this.#power.want(this.#turnsRun || this.#views.inView)
  }
}
