import type { PowerSource } from '../../shared/stream/events.ts'
import { asNumber, asObject, type JsonObject, parseJson } from '../../shared/stream/json.ts'

/** One reading of this Mac. GPU power is always there: without it a line says nothing that is drawn. */
export interface PowerReading {
  readonly gpuPowerW: number
  readonly gpuPct: number | null
  readonly dramPowerW: number | null
  readonly bwGbs: number | null
}

/**
 * Reads one line of a tool. Both tools change their keys between versions (PROTOCOL.md §3), so what is
 * there is taken and what is missing is missing; only a line without GPU power is unreadable.
 * @returns Null for such a line; undefined for one that holds nothing, as between the objects of an array.
 */
export function readLine(source: PowerSource, line: string): PowerReading | null | undefined {
  // With `--count`, mactop writes its objects into one array: brackets and commas are no reading.
  const text = line.replace(/^[\s,[]+|[\s,\]]+$/g, '')
  if (text === '') return undefined
  const json = asObject(parseJson(text))
  if (!json) return null
  return source === 'macmon' ? readMacmon(json) : readMactop(json)
}

function readMacmon(json: JsonObject): PowerReading | null {
  const ratio = asNumber(json.gpu_active_ratio) ?? second(json.gpu_usage)
  return reading({
    gpuPowerW: json.gpu_power,
    gpuPct: ratio === undefined ? undefined : ratio * 100,
    dramPowerW: json.ram_power,
    bwGbs: undefined,
  })
}

function readMactop(json: JsonObject): PowerReading | null {
  const soc = asObject(json.soc_metrics) ?? {}
  return reading({
    gpuPowerW: soc.gpu_power,
    gpuPct: asObject(json.gpu_metrics)?.active_percent ?? json.gpu_usage,
    dramPowerW: soc.dram_power,
    bwGbs: soc.dram_bw_combined_gbs,
  })
}

function reading(values: Readonly<Record<keyof PowerReading, unknown>>): PowerReading | null {
  const gpuPowerW = quantity(values.gpuPowerW)
  if (gpuPowerW === null) return null
  const gpuPct = quantity(values.gpuPct)
  return {
    gpuPowerW,
    gpuPct: gpuPct === null ? null : Math.min(100, gpuPct),
    dramPowerW: quantity(values.dramPowerW),
    bwGbs: quantity(values.bwGbs),
  }
}

/** Power, load and bandwidth are never negative: such a value is no reading. */
function quantity(value: unknown): number | null {
  const number = asNumber(value)
  return number === undefined || number < 0 ? null : number
}

/** Older macmon: `gpu_usage: [MHz, ratio]`. */
function second(value: unknown): number | undefined {
  return Array.isArray(value) ? asNumber(value[1]) : undefined
}
