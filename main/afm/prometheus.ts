/** One line of a Prometheus text: a value under its labels. */
export interface MetricSample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** All samples of a text by their full name, colons, `_bucket`, `_sum` and `_count` included. */
export type MetricSamples = ReadonlyMap<string, readonly MetricSample[]>

const LINE = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})?[ \t]+(\S+)(?:[ \t]+-?\d+)?$/
const LABEL = /[ \t]*([A-Za-z_]\w*)[ \t]*=[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*(?:,|$)/y

/**
 * Reads Prometheus' text exposition format 0.0.4; null when any line is not of it, as in a web page.
 *
 * Own code, since the one library at hand (parse-prometheus-text-format 1.1.1) drops the labels of a
 * histogram, so that the buckets of two models overwrite each other, and reads a page of HTML as a metric.
 */
export function parsePrometheus(text: string): MetricSamples | null {
  const samples = new Map<string, MetricSample[]>()
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, labelText, valueText] = LINE.exec(line) ?? []
    if (name === undefined || valueText === undefined) return null
    const labels = readLabels(labelText ?? '')
    const value = readValue(valueText)
    if (labels === null || value === null) return null
    const known = samples.get(name)
    if (known) known.push({ labels, value })
    else samples.set(name, [{ labels, value }])
  }
  return samples
}

function readLabels(text: string): Record<string, string> | null {
  // Without a prototype: a label may be called anything.
  const labels: Record<string, string> = Object.create(null)
  for (let at = 0; text.slice(at).trim() !== ''; at = LABEL.lastIndex) {
    LABEL.lastIndex = at
    const [, name, value] = LABEL.exec(text) ?? []
    if (name === undefined || value === undefined) return null
    labels[name] = value.replace(/\\(.)/g, (_all, escaped: string) => (escaped === 'n' ? '\n' : escaped))
  }
  return labels
}

function readValue(text: string): number | null {
  const special = { '+Inf': Number.POSITIVE_INFINITY, '-Inf': Number.NEGATIVE_INFINITY, NaN: Number.NaN }
  if (Object.hasOwn(special, text)) return special[text as keyof typeof special]
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : null
}
