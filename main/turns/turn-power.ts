import type { ReplyRequest } from '../../shared/chat/conversation.ts'
import type { PowerEvent, PowerSource } from '../../shared/stream/events.ts'
import type { ProfileSample } from '../../shared/stream/profile.ts'
import type { TimedReading } from '../power/power-service.ts'

/**
 * Whether this Mac's power is this reply's: the model must run here. A server of another name or address
 * may run anywhere, and the demo runs no model at all.
 */
export function isMeasuredHere({ demo, baseUrl }: Pick<ReplyRequest, 'demo' | 'baseUrl'>): boolean {
  if (demo) return false
  const { hostname } = new URL(baseUrl)
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/**
 * Readings of this Mac as an event of a turn.
 * @param sentAtMs When the turn's request was sent, on the same clock as the readings.
 */
export function powerEvent(
  source: PowerSource,
  readings: readonly TimedReading[],
  sentAtMs: number,
): PowerEvent {
  return {
    type: 'power',
    atMs: Math.max(0, performance.now() - sentAtMs),
    source,
    samples: readings.map((reading): ProfileSample => {
      const { gpuPowerW, gpuPct, dramPowerW, bwGbs } = reading
      return {
        t: (reading.atMs - sentAtMs) / 1000,
        gpuPowerW,
        ...(gpuPct !== null && { gpuPct }),
        ...(dramPowerW !== null && { dramPowerW }),
        ...(bwGbs !== null && { bwGbs }),
      }
    }),
  }
}
