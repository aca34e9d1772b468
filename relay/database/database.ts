/** The answer to one statement. `affectedRows` counts what an INSERT, UPDATE or DELETE touched. */
export interface Result<Row> {
  readonly rows: Row[]
  readonly affectedRows: number
}

/**
 * Something that runs SQL: the database itself, or one transaction on it. Values travel as parameters (`$1`) only: dates,
 * bytes, arrays (as PostgreSQL arrays) and objects (as JSON; a list for json is handed over as JSON text). Without
 * parameters the text may hold several statements, of which the last one's answer counts. Rejects with a `SqlError` when
 * PostgreSQL refuses the statement. `Row` is the shape that the statement's own select list yields; it is the caller's
 * word, since the caller wrote the SQL.
 */
export interface Queryable {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Result<Row>>
}

/** What runs statements and transactions: the whole database, or those of it that somebody asks for. */
export interface Runner extends Queryable {
  readonly kind: 'embedded' | 'server'
  /**
   * Runs `work` in one transaction: committed when it resolves, rolled back and rethrown when it rejects. Within `work` the
   * database itself refuses statements, since in the embedded one they would wait for this very transaction.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>
}

/** How a database is, beyond what a statement would say. */
export interface DatabaseCondition {
  /** Since when it is being started again, and why; null while it works. */
  readonly outage: { readonly sinceMs: number; readonly reason: string } | null
  readonly lastRestart: { readonly sinceMs: number; readonly reason: string } | null
  readonly restarts: number
  /** Statements that ran out of their time. */
  readonly cancelled: number
}

/**
 * The relay's own store, embedded (PGlite in a worker thread) or a PostgreSQL server, the same SQL and the same types out
 * of both: int8 and numeric as number, timestamptz as ISO text, json as parsed value, arrays as arrays. Rejects with
 * `DatabaseUnavailable` while the embedded one is being started again.
 */
export interface Database extends Runner {
  /**
   * The same database for what people ask. Their statements never stand in the way of the relay's own, and each is cancelled
   * when it has run for `timeoutMs`: it rejects with a `SqlError` of the code 57014.
   */
  forPeople(timeoutMs: number): Runner
  /**
   * Calls `onNotify` for every NOTIFY on the channel until the returned function is called. Survives a lost connection, and
   * then calls it once with an empty payload, since notifications may have been missed.
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  condition(): DatabaseCondition
  close(): Promise<void>
}
