const databaseErrorCode = /^(?:PGRST00[0-3]|08|53|57P)/

interface Response {
  readonly path: string
  readonly status: number
  /** Of the error in the body; empty without one. */
  readonly code: string
}

/** The service behind a running backend that is down; null for every other response. */
export const findDataApiOutage = ({ path, status, code }: Response): 'PostgreSQL' | 'PostgREST' | null => {
  if (!path.startsWith('/api/db/') || status < 500) return null
  if (databaseErrorCode.test(code)) return 'PostgreSQL'
  // The relay answers 502 with a code of its own when the backend itself is unreachable.
  return status === 502 && code === '' ? 'PostgREST' : null
}

export const describeDataApiOutage = (response: Response): string | null => {
  const service = findDataApiOutage(response)
  if (service === null) return null
  const { status, code } = response
  return service === 'PostgreSQL'
    ? `The backend is up, but its database (PostgreSQL) is down (${status} ${code}).`
    : `The backend is up, but its data API (PostgREST) is unreachable (${status}).`
}
