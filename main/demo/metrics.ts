/** Upper bounds of the histograms' buckets, s. */
const BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

/** One Prometheus histogram. */
class Histogram {
  readonly #counts = BUCKETS_S.map(() => 0)
  #sum = 0
  #count = 0

  observe(seconds: number): void {
    this.#sum += seconds
    this.#count += 1
    BUCKETS_S.forEach((bound, at) => {
      if (seconds <= bound) this.#counts[at] = (this.#counts[at] ?? 0) + 1
    })
  }

  lines(name: string, labels: string): string[] {
    const buckets = BUCKETS_S.map(
      (bound, at) => `${name}_bucket{${labels},le="${bound}"} ${this.#counts[at]}`,
    )
    return [
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
      `${name}_count{${labels}} ${this.#count}`,
    ]
  }
}

/** What the double has really done since it started; `GET /metrics` tells it under AFM's names. */
export class Metrics {
  running = 0
  peakRunning = 0
  generationTokens = 0
  promptTokens = 0
  started = 0
  completed = 0
  /** Tokens held by the replies that run now. */
  heldTokens = 0
  readonly timeToFirstTokenS = new Histogram()
  readonly decodeTimeS = new Histogram()
  readonly requestTimeS = new Histogram()

  begin(): void {
    this.started += 1
    this.running += 1
    this.peakRunning = Math.max(this.peakRunning, this.running)
  }

  end(): void {
    this.completed += 1
    this.running -= 1
  }

  /** The Prometheus text. `contextTokens` is the window the cache usage is a part of. */
  render(model: string, contextTokens: number, prefixes: { hits: number; misses: number }): string {
    const labels = `model_name="${model}"`
    const lines: string[] = []
    const add = (kind: 'gauge' | 'counter', name: string, help: string, value: number) => {
      lines.push(
        `# HELP afm:${name} ${help}`,
        `# TYPE afm:${name} ${kind}`,
        `afm:${name}{${labels}} ${value}`,
      )
    }
    const addHistogram = (name: string, help: string, histogram: Histogram) => {
      lines.push(`# HELP afm:${name} ${help}`, `# TYPE afm:${name} histogram`)
      lines.push(...histogram.lines(`afm:${name}`, labels))
    }
    add('gauge', 'num_requests_running', 'Replies that run now.', this.running)
    add('gauge', 'num_requests_waiting', 'Requests that wait for a slot; the demo never lets one wait.', 0)
    add('gauge', 'batch_size_peak', 'The most replies that ran at once.', this.peakRunning)
    const usage = Math.min(1, this.heldTokens / contextTokens)
    add('gauge', 'gpu_cache_usage_perc', 'Tokens held by running replies, as a part of the window.', usage)
    add('counter', 'generation_tokens_total', 'Tokens sent since the start.', this.generationTokens)
    add('counter', 'prompt_tokens_total', 'Prompt tokens prefilled since the start.', this.promptTokens)
    add('counter', 'requests_started_total', 'Requests accepted since the start.', this.started)
    add('counter', 'requests_completed_total', 'Requests ended since the start.', this.completed)
    add('counter', 'radix_cache_hits_total', 'Prompts whose beginning was known.', prefixes.hits)
    add('counter', 'radix_cache_misses_total', 'Prompts whose beginning was not known.', prefixes.misses)
    addHistogram(
      'time_to_first_token_seconds',
      'From the request to its first token.',
      this.timeToFirstTokenS,
    )
    addHistogram('request_decode_time_seconds', 'From the first token to the last.', this.decodeTimeS)
    addHistogram('e2e_request_latency_seconds', 'From the request to its end.', this.requestTimeS)
    return `${lines.join('\n')}\n`
  }
}
