import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { UserError } from '../../shared/result.ts'
import { replayLine, replayTurn } from './replay.ts'

/**
 * `replay FILE… [--split N] [--assistant]`: prints one JSON object a line for each captured stream.
 * A file that cannot be read is named on standard error and makes the exit code 1; the others are printed.
 * @throws UserError `usage`
 */
export async function replayCommand(args: readonly string[]): Promise<void> {
  const { files, splitBytes, assistant } = readArguments(args)
  for (const file of files) {
    try {
      const turn = replayTurn(await readFile(file), { splitBytes, assistant })
      process.stdout.write(`${JSON.stringify(replayLine(turn))}\n`)
    } catch (error) {
      process.stderr.write(`replay: ${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { split: { type: 'string' }, assistant: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (positionals.length === 0)
    throw new UserError('usage', 'Name at least one file: replay -- FILE… [--split N] [--assistant]')
  const splitBytes = values.split === undefined ? null : Number(values.split)
  if (splitBytes !== null && !(Number.isSafeInteger(splitBytes) && splitBytes > 0))
    throw new UserError('usage', `--split takes a number of bytes from 1, not “${values.split}”.`)
  return { files: positionals, splitBytes, assistant: values.assistant }
}
