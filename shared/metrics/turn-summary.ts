import type { ReplyRequest } from '../chat/conversation.ts'
import type { StreamEnd } from '../stream/events.ts'
import type { Turn } from '../stream/turn.ts'
import { type Figures, figuresOf } from './figures.ts'

/** The figures by which turns are listed and compared. */
export const COMPARED = [
  'tokens',
  'promptTokens',
  'contextTokens',
  'decodeRate',
  'timeToFirstToken',
  'prefillRate',
  'energyPerToken',
  'gpuEnergy',
  'gpuPowerAvg',
  'gpuPowerPeak',
] as const satisfies readonly (keyof Figures)[]

export type ComparedFigure = (typeof COMPARED)[number]

/** A turn that has ended, as a list of turns shows it: without its text, its samples, its arrivals. */
export interface TurnSummary extends Pick<Figures, ComparedFigure | 'noEnergyReason'> {
  readonly replyId: string
  readonly conversationId: string
  readonly conversationTitle: string
  readonly createdAtMs: number
  /** As the server named it, else as it was asked for; empty when neither is known. */
  readonly model: string
  readonly serverName: string
  /** Whether the figures are the built-in demo's, which are made up. */
  readonly demo: boolean
  readonly chip: string | null
  readonly end: StreamEnd
  readonly stopped: boolean
}

/** A page of the turns that have ended, newest first. */
export interface TurnPage {
  readonly items: readonly TurnSummary[]
  /** What to ask for to get the page after this one; null on the last. */
  readonly next: string | null
  /** How many turns there are on all pages. */
  readonly total: number
  /** How many turns of this page could not be read; they are in `total` and not in `items`. */
  readonly unreadable: number
}

/**
 * What a list shows of a turn. The figures are computed anew from the turn, by the code that shows them
 * under the reply, so that the two never disagree; content and reasoning are not looked at.
 */
export function turnSummary(
  reply: {
    readonly id: string
    readonly createdAtMs: number
    readonly request: ReplyRequest
    readonly turn: Turn
  },
  conversation: { readonly id: string; readonly title: string },
): TurnSummary {
  const { request, turn } = reply
  const figures = figuresOf(turn)
  return {
    replyId: reply.id,
    conversationId: conversation.id,
    conversationTitle: conversation.title,
    createdAtMs: reply.createdAtMs,
    model: turn.model || request.model,
    serverName: request.serverName,
    demo: request.demo,
    chip: turn.profile?.chip ?? null,
    end: turn.end ?? 'interrupted',
    stopped: turn.stopped !== null,
    tokens: figures.tokens,
    promptTokens: figures.promptTokens,
    contextTokens: figures.contextTokens,
    decodeRate: figures.decodeRate,
    timeToFirstToken: figures.timeToFirstToken,
    prefillRate: figures.prefillRate,
    energyPerToken: figures.energyPerToken,
    gpuEnergy: figures.gpuEnergy,
    gpuPowerAvg: figures.gpuPowerAvg,
    gpuPowerPeak: figures.gpuPowerPeak,
    noEnergyReason: figures.noEnergyReason,
  }
}
