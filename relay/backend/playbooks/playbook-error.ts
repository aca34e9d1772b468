export class PlaybookError extends Error {
  override readonly name = 'PlaybookError'
  readonly status: number
  readonly code: string

  constructor(status: 400 | 401 | 403 | 404 | 409 | 500 | 503, message: string) {
    super(message)
    this.status = status
    this.code = {
      400: 'invalid',
      401: 'unauthorized',
      403: 'forbidden',
      404: 'not_found',
      409: 'conflict',
      500: 'internal',
      503: 'unavailable',
    }[status]
  }
}

export const toErrorMessage = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
