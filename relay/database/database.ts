export interface Result<Row> {
  readonly rows: Row[]
  readonly affectedRows: number
}

/**
 * Values are passed as parameters only: arrays as PostgreSQL arrays, objects as JSON, a list for json as JSON
 * text. `Row` is not checked: it must match the select list.
 */
export interface Queryable {
  query<Row = Record<string, unknown>>(sql: string, parameters?: readonly unknown[]): Promise<Result<Row>>
}

export interface Runner extends Queryable {
  readonly kind: 'embedded' | 'server'
  transaction<T>(work: (transaction: Queryable) => Promise<T>): Promise<T>
}

export interface DatabaseCondition {
  readonly outage: { readonly sinceMs: number; readonly reason: string } | null
  readonly lastRestart: { readonly sinceMs: number; readonly reason: string } | null
  readonly restarts: number
  readonly cancelled: number
}

export interface Database extends Runner {
  /** Its `query` may only read: on a server it runs in a read-only session. */
  forPeople(timeoutMs: number): Runner
  /** After a lost connection it calls `onNotify` once with an empty payload: notifications may have been missed. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  condition(): DatabaseCondition
  close(): Promise<void>
}
