import { type CommandName, type CommandOutput, commandSchemas, type ParsedInput } from '../shared/bridge.ts'
import type { Result } from '../shared/result.ts'
import { UserError } from '../shared/result.ts'

/** One handler for each command of the contract; the compiler sees to it that none is missing. */
export type CommandHandlers = {
  readonly [N in CommandName]: (input: ParsedInput<N>) => Promise<CommandOutput<N>>
}

/**
 * Runs a command that came over the bridge: finds it, parses its input, and answers in a form that
 * survives any bridge. What a service threw on purpose is told as it is; anything else is a fault of ours,
 * reported and told without its insides.
 */
export async function runCommand(
  handlers: CommandHandlers,
  name: unknown,
  input: unknown,
  report: (error: unknown) => void,
): Promise<Result<unknown>> {
  if (!isCommand(name)) return failed('unknown-command', 'The app does not know this command.')
  const parsed = commandSchemas[name].safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') ?? ''
    return failed('invalid-input', `${where === '' ? '' : `${where}: `}${issue?.message ?? 'Invalid input'}`)
  }
  try {
    // Name and input belong together: the schema of this very name has just parsed it.
    const handler = handlers[name] as (input: unknown) => Promise<unknown>
    return { ok: true, value: await handler(parsed.data) }
  } catch (error) {
    if (error instanceof UserError) return failed(error.code, error.message)
    report(error)
    return failed('internal', 'Something went wrong inside the app. Its log says what.')
  }
}

function isCommand(name: unknown): name is CommandName {
  return typeof name === 'string' && Object.hasOwn(commandSchemas, name)
}

function failed(code: string, message: string): Result<never> {
  return { ok: false, error: { code, message } }
}
