/** A failure before the headers, which the client gets as a status and an error envelope. */
export class HttpProblem extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    type: string,
    message: string,
    more: { code?: string; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = more.code
    this.headers = more.headers ?? {}
  }
}

/** A request that cannot be understood: 400 `invalid_request_error`. */
export function invalidRequest(message: string, code?: string): HttpProblem {
  return new HttpProblem(400, 'invalid_request_error', message, code === undefined ? {} : { code })
}
