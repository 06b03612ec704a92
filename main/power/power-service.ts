import type { PowerSetting } from '../../shared/chat/settings.ts'
import type { PowerSamples, PowerStatus } from '../../shared/metrics/live-machine.ts'
import type { PowerSource } from '../../shared/stream/events.ts'
import { findTool } from './find-tool.ts'
import { type PowerReading, readLine } from './readings.ts'
import { ToolProcess } from './tool-process.ts'

/** How often a tool measures, ms. */
const SAMPLE_MS = 500
/** At most ten messages a second go to the windows. */
const BATCH_MS = 100
/** Readings closer than this are not kept: a tool that prints without pause must not fill memory. */
const CLOSEST_MS = 50
const MOST_RESTARTS = 3
const RESTART_MS = 500

/** A reading and the moment it stands for: the middle of the time it covers, on `performance.now()`. */
export interface TimedReading extends PowerReading {
  readonly atMs: number
}

export interface PowerContext {
  setting(): PowerSetting
  /** The absolute path of a tool; null when it is not installed. */
  find?(tool: PowerSource): string | null
  changed(status: PowerStatus): void
  samples(samples: PowerSamples, readings: readonly TimedReading[]): void
}

/**
 * Live power from macmon or mactop. The tool runs only while somebody needs it, is started again at most
 * three times when it ends by itself, and never outlives the app (see ToolProcess).
 */
export class PowerService {
  readonly #context: PowerContext
  #wanted = false
  #closed = false
  #running: { readonly source: PowerSource; readonly tool: ToolProcess } | null = null
  /** Ends of tools under way: `close` waits for them. */
  readonly #ending = new Set<Promise<void>>()
  #restarts = 0
  #unreadable = 0
  #restartTimer: NodeJS.Timeout | null = null
  #batchTimer: NodeJS.Timeout | null = null
  #batch: TimedReading[] = []
  #lastAtMs = Number.NEGATIVE_INFINITY
  #status: PowerStatus

  constructor(context: PowerContext) {
    this.#context = context
    this.#status = this.#idleStatus()
  }

  get status(): PowerStatus {
    return this.#status
  }

  /** Starts the tool when somebody begins to need it, and ends it when nobody does any more. */
  want(wanted: boolean): void {
    if (wanted === this.#wanted || this.#closed) return
    this.#wanted = wanted
    this.apply()
  }

  /** Begins anew, as after a change of the setting. */
  apply(): void {
    this.#stop()
    this.#restarts = 0
    this.#unreadable = 0
    if (this.#wanted && !this.#closed) this.#start()
    else this.#set(this.#idleStatus())
  }

  /** Ends the tool; resolves when it has gone. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stop()
    await Promise.all(this.#ending)
  }

  #choose(): { source: PowerSource; path: string } | null {
    const setting = this.#context.setting()
    const find = this.#context.find ?? findTool
    const tools: readonly PowerSource[] =
      setting === 'auto' ? ['macmon', 'mactop'] : setting === 'off' ? [] : [setting]
    for (const source of tools) {
      const path = find(source)
      if (path !== null) return { source, path }
    }
    return null
  }

  #idleStatus(): PowerStatus {
    const setting = this.#context.setting()
    const base = { source: null, unreadable: 0, message: null }
    if (setting === 'off') return { ...base, state: 'off' }
    const chosen = this.#choose()
    if (chosen) return { ...base, state: 'idle', source: chosen.source }
    const tool = setting === 'auto' ? 'macmon' : setting
    return { ...base, state: 'missing', message: `For live GPU power, install ${tool}: brew install ${tool}` }
  }

  #start(): void {
    const chosen = this.#choose()
    if (!chosen) {
      this.#set(this.#idleStatus())
      return
    }
    const { source, path } = chosen
    const args =
      source === 'macmon' ? ['pipe', '-i', String(SAMPLE_MS)] : ['--headless', '-i', String(SAMPLE_MS)]
    const tool = new ToolProcess(path, args, {
      line: (text) => {
        if (this.#running?.tool === tool) this.#read(source, text)
      },
      exit: () => {
        if (this.#running?.tool === tool) this.#ended(source)
      },
    })
    this.#running = { source, tool }
    this.#set({ state: 'running', source, unreadable: this.#unreadable, message: null })
  }

  #ended(source: PowerSource): void {
    this.#running = null
    this.#flush()
    if (this.#restarts >= MOST_RESTARTS) {
      const message = `${source} ended ${MOST_RESTARTS + 1} times. Try it in Terminal, or choose another source in Settings.`
      this.#set({ state: 'failed', source, unreadable: this.#unreadable, message })
      return
    }
    this.#restarts += 1
    this.#restartTimer = setTimeout(() => this.#start(), RESTART_MS * this.#restarts)
  }

  #stop(): void {
    if (this.#restartTimer) clearTimeout(this.#restartTimer)
    this.#restartTimer = null
    const running = this.#running
    this.#running = null
    this.#flush()
    if (!running) return
    const ending = running.tool.end().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }

  #read(source: PowerSource, text: string): void {
    const reading = readLine(source, text)
    if (reading === undefined) return
    if (reading === null) {
      this.#unreadable += 1
      this.#later()
      return
    }
    const nowMs = performance.now()
    if (nowMs - this.#lastAtMs < CLOSEST_MS) return
    this.#lastAtMs = nowMs
    this.#batch.push({ ...reading, atMs: nowMs - SAMPLE_MS / 2 })
    this.#later()
  }

  #later(): void {
    this.#batchTimer ??= setTimeout(() => this.#flush(), BATCH_MS)
  }

  #flush(): void {
    if (this.#batchTimer) clearTimeout(this.#batchTimer)
    this.#batchTimer = null
    const source = this.#status.source
    const batch = this.#batch
    this.#batch = []
    if (batch.length > 0 && source) this.#context.samples(columns(source, batch), batch)
    if (this.#unreadable !== this.#status.unreadable)
      this.#set({ ...this.#status, unreadable: this.#unreadable })
  }

  #set(status: PowerStatus): void {
    const changed = JSON.stringify(status) !== JSON.stringify(this.#status)
    this.#status = status
    if (changed && !this.#closed) this.#context.changed(status)
  }
}

function columns(source: PowerSource, batch: readonly TimedReading[]): PowerSamples {
  return {
    source,
    atMs: batch.map(({ atMs }) => Math.round(performance.timeOrigin + atMs)),
    gpuPowerW: batch.map(({ gpuPowerW }) => gpuPowerW),
    gpuPct: batch.map(({ gpuPct }) => gpuPct),
    dramPowerW: batch.map(({ dramPowerW }) => dramPowerW),
    bwGbs: batch.map(({ bwGbs }) => bwGbs),
  }
}
