/** The client branches on these codes, never on wording. */
const statusByCode = {
  bad_request: 400,
  unauthorised: 401,
  forbidden: 403,
  no_access: 403,
  foreign_host: 421,
  foreign_origin: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  too_many: 429,
  internal: 500,
  unsupported: 501,
  backend_unreachable: 502,
  unavailable: 503,
  backend_timeout: 504,
} as const
type ErrorCode = keyof typeof statusByCode

/** Its message is sent to the client unchanged: it must not contain internals. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly advice: string | undefined
  constructor(status: number, code: string, message: string, advice?: string) {
    super(message)
    this.status = status
    this.code = code
    this.advice = advice
  }
}

/** The viewer lacks a permission. Its response is the same everywhere: plain text, with `object` and `action` in headers. */
export class AccessDenied extends HttpError {
  readonly object: string
  readonly action: string
  constructor(object: string, action = 'read') {
    super(403, 'forbidden', 'unauthorized. Access Denied')
    this.object = object
    this.action = action
  }
}

export const httpError = (code: ErrorCode, message: string, advice?: string): HttpError =>
  new HttpError(statusByCode[code], code, message, advice)

const factory =
  (code: ErrorCode) =>
  (message: string, advice?: string): HttpError =>
    httpError(code, message, advice)

export const invalid = factory('bad_request')
export const unauthorized = factory('unauthorised')
export const forbidden = factory('forbidden')
export const notFound = factory('not_found')
export const conflict = factory('conflict')
export const tooLarge = factory('too_large')
export const tooMany = factory('too_many')
export const unavailable = factory('unavailable')
