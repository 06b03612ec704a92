import { type ChildProcess, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'

/** A longer line than this is none of a tool's, whose samples are a few kB. */
const LINE_LIMIT_CHARS = 256 * 1024
/** How long a tool may take to end when it is asked to. */
const PATIENCE_MS = 2000

/**
 * Runs the tool beside a watchdog that reads the app's end of a pipe. Whatever way the app goes, kill -9
 * included, the pipe closes, and the watchdog ends the tool; a tool that writes nothing would otherwise
 * never notice. A tool that ends by itself takes the watchdog with it.
 */
const WATCHED = `
exec 3<&0
"$@" 3<&- </dev/null &
tool=$!
( cat <&3; kill "$tool"; sleep 1; kill -9 "$tool" ) >/dev/null 2>&1 &
watchdog=$!
exec 3<&- </dev/null
wait "$tool"
code=$?
kill "$watchdog" 2>/dev/null
exit "$code"
`

export interface ToolEvents {
  line(text: string): void
  /** The tool has gone, by itself or because it was ended; the last that is heard of it. */
  exit(): void
}

/** A tool that runs and prints lines. */
export class ToolProcess {
  readonly #child: ChildProcess
  readonly #gone: Promise<void>

  constructor(path: string, args: readonly string[], events: ToolEvents) {
    this.#child = spawn('/bin/sh', ['-c', WATCHED, 'afm-desktop-power', path, ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // A process group of its own, so that the last resort below ends the tool as well as its watchdog.
      detached: true,
    })
    this.#gone = new Promise((gone) => {
      const end = () => {
        this.#child.stdin?.destroy()
        this.#child.stdout?.destroy()
        gone()
      }
      this.#child.once('exit', end)
      this.#child.once('error', end)
    })
    this.#child.stdin?.on('error', () => {})
    const lines = new Lines((text) => events.line(text))
    this.#child.stdout?.on('data', (data: Buffer) => lines.push(data))
    void this.#gone.then(events.exit)
  }

  /** Ends the tool; resolves when it has gone. */
  async end(): Promise<void> {
    this.#child.stdin?.destroy()
    const last = setTimeout(() => this.#killGroup(), PATIENCE_MS)
    await this.#gone
    clearTimeout(last)
  }

  #killGroup(): void {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It went in this very moment.
    }
  }
}

/** Cuts bytes into lines; an endless one is dropped as far as it has come, and so becomes unreadable. */
class Lines {
  readonly #decoder = new StringDecoder('utf8')
  readonly #line: (text: string) => void
  #rest = ''

  constructor(line: (text: string) => void) {
    this.#line = line
  }

  push(data: Buffer): void {
    const parts = (this.#rest + this.#decoder.write(data)).split('\n')
    this.#rest = parts.pop() ?? ''
    for (const part of parts) this.#line(part)
    if (this.#rest.length > LINE_LIMIT_CHARS) {
      this.#line('unreadable: no end of line')
      this.#rest = ''
    }
  }
}
