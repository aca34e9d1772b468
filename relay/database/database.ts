/** The answer to one statement. `affectedRows` counts what an INSERT, UPDATE or DELETE touched. */
export interface Result<Row> {
  readonly rows: Row[]
  readonly affectedRows: number
}

/**
 * Something that runs SQL: the database itself, or one transaction on it. Values travel as parameters (`$1`) only.
 * `Row` is the shape that the statement's own select list yields; it is the caller's word, since the caller wrote the SQL.
 */
export interface Queryable {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Result<Row>>
}

/**
 * The relay's own store, embedded (PGlite in a worker thread) or a PostgreSQL server, the same SQL and the same types out
 * of both: int8 and numeric as number, timestamptz as ISO text, json as parsed value, arrays as arrays.
 */
export interface Database extends Queryable {
  readonly kind: 'embedded' | 'server'
  /** Runs `work` in one transaction: committed when it resolves, rolled back and rethrown when it rejects. */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>
  /** Calls `onNotify` for every NOTIFY on the channel until the returned function is called. Survives a lost connection. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
