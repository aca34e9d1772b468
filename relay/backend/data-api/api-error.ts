import { HttpError } from '#relay/errors/http-error.ts'

/** Its code, details and hint are PostgREST's; the routes outside the data API respond with its status and message. */
export class DataApiError extends HttpError {
  readonly details: unknown
  readonly hint: string | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      readonly details?: unknown
      readonly hint?: string | undefined
      readonly headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(status, code, message)
    this.details = more.details ?? null
    this.hint = more.hint ?? null
    this.headers = more.headers ?? {}
  }

  get body(): { code: string; details: unknown; hint: string | null; message: string } {
    return { code: this.code, details: this.details, hint: this.hint, message: this.message }
  }
}

export const shownOnly = (relation: string, column: string): DataApiError =>
  new DataApiError(403, '42501', `permission denied for column ${relation}.${column}`, {
    hint: 'The column is masked and cannot be filtered, ordered, entered, cast or aggregated.',
  })

export const secretPath = (relation: string, column: string, key: string): DataApiError =>
  new DataApiError(403, '42501', `permission denied for "${key}" in column ${relation}.${column}`, {
    hint: 'Secrets inside a document are masked and cannot be selected, filtered, ordered or aggregated by path. Select the column.',
  })

export const engineOnly = (relation: string, column: string): DataApiError =>
  new DataApiError(403, '42501', `The column ${column} of ${relation} is written by the console only.`, {
    hint: 'Omit it.',
  })

export const authorMismatch = (relation: string, column: string): DataApiError =>
  new DataApiError(403, '42501', `The column ${column} of ${relation} is always the person who sends the request.`, {
    hint: 'Omit it.',
  })

/** Messages and codes are those of PostgreSQL. */
export const unknownColumn = (relation: string, column: string): DataApiError =>
  new DataApiError(400, '42703', `column ${relation}.${column} does not exist`)
export const unknownBareColumn = (column: string): DataApiError =>
  new DataApiError(400, '42703', `column "${column}" does not exist`)
export const ambiguousColumn = (message: string): DataApiError => new DataApiError(400, '42702', message)
export const notGrouped = (column: string): DataApiError =>
  new DataApiError(
    400,
    '42803',
    `column "${column}" must appear in the GROUP BY clause or be used in an aggregate function`,
  )
export const misplacedAggregate = (): DataApiError =>
  new DataApiError(400, '42803', 'aggregate functions are not allowed in FROM clause of their own query level')
export const emptyName = (): DataApiError => new DataApiError(400, '42601', 'zero-length delimited identifier')
export const emptySpread = (): DataApiError => new DataApiError(400, '42601', 'syntax error at or near "FROM"')
export const invalidCast = (type: string): DataApiError =>
  new DataApiError(400, '42601', `syntax error in the type "${type}"`)
export const unknownType = (name: string): DataApiError =>
  new DataApiError(400, '42704', `type "${name}" does not exist`)
export const unknownRelation = (schema: string, name: string): DataApiError =>
  new DataApiError(404, '42P01', `relation "${schema}.${name}" does not exist`)
export const notEmbedded = (name: string): DataApiError =>
  new DataApiError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
