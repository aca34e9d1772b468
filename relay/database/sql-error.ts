export interface SqlErrorFields {
  readonly code: string
  readonly message: string
  readonly severity?: string | undefined
  readonly detail?: string | undefined
  readonly hint?: string | undefined
  readonly position?: string | undefined
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly column?: string | undefined
  readonly dataType?: string | undefined
  readonly constraint?: string | undefined
}

/** Never contains the statement's values. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  readonly code: string
  readonly severity: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly position: string | undefined
  readonly schema: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly dataType: string | undefined
  readonly constraint: string | undefined

  constructor(fields: SqlErrorFields) {
    super(fields.message)
    this.code = fields.code
    this.severity = fields.severity
    this.detail = fields.detail
    this.hint = fields.hint
    this.position = fields.position
    this.schema = fields.schema
    this.table = fields.table
    this.column = fields.column
    this.dataType = fields.dataType
    this.constraint = fields.constraint
  }
}

const readText = (source: object, key: string): string | undefined => {
  const value: unknown = Reflect.get(source, key)
  return typeof value === 'string' ? value : undefined
}

export const readSqlErrorFields = (error: unknown): SqlErrorFields | undefined => {
  if (!(error instanceof Error)) return undefined
  const code = readText(error, 'code')
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || readText(error, 'severity') === undefined) return undefined
  return {
    code,
    message: error.message,
    severity: readText(error, 'severity'),
    detail: readText(error, 'detail'),
    hint: readText(error, 'hint'),
    position: readText(error, 'position'),
    schema: readText(error, 'schema'),
    table: readText(error, 'table'),
    column: readText(error, 'column'),
    dataType: readText(error, 'dataType'),
    constraint: readText(error, 'constraint'),
  }
}

/** With the detail, which names what a statement conflicts with. For statements without values of people only. */
export const formatWithDetail = (error: unknown): string =>
  error instanceof SqlError && error.detail !== undefined
    ? `${error.message} (${error.detail.replaceAll('\n', '; ')})`
    : String(error)

export const isCancelled = (error: unknown): boolean => error instanceof SqlError && error.code === '57014'
