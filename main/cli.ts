import { UserError } from '../shared/result.ts'

/** The commands of `node main/cli.ts`, each loaded only when it is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<(args: readonly string[]) => Promise<void>>>> = {
  start: async () => (await import('./start/command.ts')).startCommand,
  replay: async () => (await import('./replay/command.ts')).replayCommand,
  assistant: async () => (await import('./assistant/command.ts')).assistantCommand,
  'demo-server': async () => (await import('./demo/command.ts')).demoServerCommand,
}

const [name = '', ...args] = process.argv.slice(2)
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
try {
  if (!load) throw new UserError('usage', `The commands are: ${Object.keys(COMMANDS).join(', ')}.`)
  const command = await load()
  await command(args)
} catch (error) {
  if (!(error instanceof UserError || isOptionError(error))) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}

/** What `parseArgs` throws about options names the option and is meant for the user. */
function isOptionError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
