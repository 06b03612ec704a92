import { z } from 'zod'
import { samplingSchema, thinkingSchema } from '../../shared/chat/settings.ts'
import type { WholeConversation } from '../conversations/reading.ts'

/** The format's name, in every file, so that a file says what it is. */
export const TRANSCRIPT_FORMAT = 'afm-desktop.transcript'
/** The newest version of the format, and the only one so far. */
export const TRANSCRIPT_VERSION = 1

const id = z.string().min(1).max(100)
const text = z.string()
const atMs = z.number()
const mark = z.number().nullable()
const number = z.number().exactOptional()

const sample = z.strictObject({
  t: z.number(),
  bwGbs: number,
  gpuPct: number,
  gpuPowerW: number,
  dramPowerW: number,
})

const turn = z.strictObject({
  requestId: text,
  address: text.nullable(),
  grammarDowngraded: z.boolean(),
  model: text,
  content: text,
  reasoning: text,
  toolCalls: z.array(
    z.strictObject({
      slot: z.int(),
      index: z.number(),
      atMs,
      id: text,
      name: text,
      arguments: text,
      valid: z.boolean().nullable(),
    }),
  ),
  finishReason: text.nullable(),
  end: z.enum(['done', 'closed', 'failed', 'interrupted']),
  error: z
    .strictObject({
      title: text,
      message: text,
      code: text.exactOptional(),
      status: number,
      retryAfterS: number,
    })
    .nullable(),
  stopped: z.enum(['server', 'connection']).nullable(),
  usage: z
    .strictObject({
      promptTokens: number,
      completionTokens: number,
      totalTokens: number,
      cachedTokens: number,
    })
    .nullable(),
  timings: z
    .strictObject({
      promptTokens: number,
      promptMs: number,
      predictedTokens: number,
      predictedMs: number,
      peakMemoryGib: number,
    })
    .nullable(),
  profile: z
    .strictObject({
      gpuPowerAvgW: number,
      gpuPowerPeakW: number,
      gpuSamples: number,
      memoryWeightsGib: number,
      memoryKvGib: number,
      memoryPeakGib: number,
      prefillTokS: number,
      decodeTokS: number,
      chip: text.exactOptional(),
      theoreticalBwGbs: number,
      estBandwidthGbs: number,
    })
    .nullable(),
  samples: z.array(sample),
  livePower: z.strictObject({ source: z.enum(['macmon', 'mactop']), samples: z.array(sample) }).nullable(),
  warningCount: z.int().min(0),
  warnings: z.array(z.strictObject({ atMs, message: text, excerpt: text })),
  deltas: z.int().min(0),
  arrivals: z.strictObject({ bucketMs: z.number().positive(), points: z.array(z.number()) }),
  marks: z.strictObject({
    openedAtMs: mark,
    firstTokenAtMs: mark,
    lastTokenAtMs: mark,
    firstReasoningAtMs: mark,
    lastReasoningAtMs: mark,
    firstContentAtMs: mark,
    endedAtMs: mark,
  }),
})

const request = z.strictObject({
  serverName: text,
  baseUrl: text,
  model: text,
  sampling: samplingSchema,
  thinking: thinkingSchema,
  profile: z.enum(['off', 'summary', 'extended', 'busy']),
  demo: z.boolean(),
  systemPrompt: text.exactOptional(),
})

const message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    id,
    parentId: id.nullable(),
    createdAtMs: atMs,
    text,
  }),
  z.strictObject({ role: z.literal('assistant'), id, parentId: id, createdAtMs: atMs, request, turn }),
])

const conversation = z.strictObject({
  id,
  title: z.string().min(1).max(1000),
  createdAtMs: atMs,
  updatedAtMs: atMs,
  pinned: z.boolean(),
  leafId: id.nullable().meta({ description: 'The last message of the visible branch.' }),
  messages: z.array(message).meta({
    description:
      'All branches. A message stands after its parent; the children of one parent are versions of each other, in their order.',
  }),
})

/**
 * A transcript as it is written and read. What an import checks is exactly this and the shape of the tree;
 * `transcript.schema.json` beside this file is the same as JSON Schema, for others to read and write it.
 */
export const transcriptSchema = z.strictObject({
  format: z.literal(TRANSCRIPT_FORMAT),
  version: z.literal(TRANSCRIPT_VERSION),
  exportedAtMs: atMs,
  conversations: z.array(conversation),
})

type Parsed = z.output<typeof transcriptSchema>

/**
 * The schema as JSON Schema (draft 2020-12). `transcript.schema.json` is this, written down; a test compares
 * the two, so that a change of one is a change of both, and of the version where old files no longer fit.
 */
export function transcriptJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(transcriptSchema, { io: 'input' }) as Record<string, unknown>
}

/** The conversations of a parsed file. Fails to compile when the app's own types have moved on. */
export function conversationsOf(parsed: Parsed): readonly WholeConversation[] {
  return parsed.conversations
}
