import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const coordinate = z.number().min(-100_000).max(100_000)
const size = z.number().min(100).max(100_000)

const rememberedSchema = z.strictObject({
  bounds: z.strictObject({ x: coordinate, y: coordinate, width: size, height: size }),
  zoomed: z.boolean(),
  fullScreen: z.boolean(),
})
/** How the last window was. `bounds` are the ones it goes back to when it is no longer zoomed or full. */
export type RememberedWindow = z.infer<typeof rememberedSchema>

/** Keeps how the last window was. It is worth no message: what cannot be read or written is forgotten. */
export interface WindowMemory {
  read(): RememberedWindow | null
  write(window: RememberedWindow): void
}

/** @param file Where it is kept, as JSON. */
export function createWindowMemory(file: string): WindowMemory {
  return {
    read() {
      try {
        return rememberedSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
      } catch {
        return null
      }
    },
    write(window) {
      try {
        writeFileSync(`${file}.new`, `${JSON.stringify(window)}\n`, { mode: 0o600 })
        renameSync(`${file}.new`, file)
      } catch {
        // A full disk is told by what matters.
      }
    },
  }
}
