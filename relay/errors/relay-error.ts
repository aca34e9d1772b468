/** The client branches on these codes, never on wording. */
export const statusByCode = {
  bad_request: 400,
  unauthorised: 401,
  forbidden: 403,
  no_access: 403,
  foreign_host: 421,
  foreign_origin: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  internal: 500,
  backend_unreachable: 502,
  unavailable: 503,
  backend_timeout: 504,
} as const
export type ErrorCode = keyof typeof statusByCode

export interface ErrorBody {
  readonly error: string
  readonly message: string
  readonly code: ErrorCode
}

/** Its message is sent to the client unchanged: it must not contain internals. */
export class RelayError extends Error {
  readonly code: ErrorCode
  readonly advice: string
  constructor(code: ErrorCode, error: string, advice: string) {
    super(error)
    this.code = code
    this.advice = advice
  }
}

export const toErrorBody = ({ code, message, advice }: RelayError): ErrorBody => ({
  error: message,
  message: advice,
  code,
})
