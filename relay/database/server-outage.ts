import type { DatabaseCondition } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { changesRows, type RunStatement } from './run-statement.ts'
import { SqlError } from './sql-error.ts'

/** Ends without the relay: when the server is back, promoted, writable or has space again. */
interface ServerFailure {
  readonly reason: string
  readonly rejectsOnlyChanges: boolean
  readonly mayHaveCommitted: boolean
}

const readOnlyCode = '25006'
const diskFullCode = '53100'
const readOnly: ServerFailure = {
  reason: 'only allows reads: it is a standby or set to read-only',
  rejectsOnlyChanges: true,
  mayHaveCommitted: false,
}
const full: ServerFailure = { reason: 'has no disk space left', rejectsOnlyChanges: true, mayHaveCommitted: false }
const overloaded: ServerFailure = {
  reason: 'accepts no more connections',
  rejectsOnlyChanges: false,
  mayHaveCommitted: false,
}
const refused: ServerFailure = { reason: 'is unreachable', rejectsOnlyChanges: false, mayHaveCommitted: false }
const lost: ServerFailure = { reason: 'closed the connection', rejectsOnlyChanges: false, mayHaveCommitted: true }

/** Functions of people may raise the same codes, but never end a connection. */
const fatalFailures: readonly (readonly [RegExp, ServerFailure])[] = [
  [/^53300$/, overloaded],
  [/^57P03$/, refused],
  [/^(?:08|57P0[12])/, lost],
]
/** The driver gives only some of its errors a code. */
const driverFailures: readonly (readonly [RegExp, ServerFailure])[] = [
  [
    /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|timeout exceeded when trying to connect|due to connection timeout/,
    refused,
  ],
  [/ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated|not queryable/, lost],
]

const findFailure = (error: unknown): ServerFailure | undefined => {
  if (error instanceof SqlError) {
    if (error.code === diskFullCode) return full
    return error.severity === 'FATAL' ? fatalFailures.find(([code]) => code.test(error.code))?.[1] : undefined
  }
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  return driverFailures.find(([text]) => text.test(`${code} ${error.message}`))?.[1]
}

const toUnavailable = ({ reason, mayHaveCommitted }: ServerFailure, cause: unknown): DatabaseUnavailable =>
  new DatabaseUnavailable(
    `The database server ${reason}. ${mayHaveCommitted ? 'The change may or may not have been saved.' : 'Nothing was changed.'}`,
    { mayHaveCommitted, cause },
  )

/** For transactions that may change something: elsewhere the statement itself is wrong. */
export const explainReadOnly = (error: unknown): unknown =>
  error instanceof SqlError && error.code === readOnlyCode ? toUnavailable(readOnly, error) : error

export interface ServerWatch {
  /** Only the relay's `own` statements show whether the server accepts changes: people may send any. */
  readonly watch: (run: RunStatement, isOwn: boolean) => RunStatement
  readonly watchConnecting: <T>(connecting: Promise<T>) => Promise<T>
  readonly outage: () => DatabaseCondition['outage']
}

/** Failures of the server are thrown as `DatabaseUnavailable`. An outage ends with the first statement that succeeds again. */
export const watchServer = (
  onOutage: (reason: string, cause: unknown) => void,
  now: () => number = Date.now,
): ServerWatch => {
  let current: (ServerFailure & { readonly sinceMs: number }) | undefined
  const explain = (error: unknown, isOwn: boolean): unknown => {
    const isReadOnly = isOwn && error instanceof SqlError && error.code === readOnlyCode
    const failure = isReadOnly ? readOnly : findFailure(error)
    if (failure === undefined) return error
    if (current?.reason !== failure.reason) onOutage(failure.reason, error)
    current = { ...failure, sinceMs: current?.sinceMs ?? now() }
    return toUnavailable(failure, error)
  }
  return {
    watch: (run, isOwn) => async (sql, parameters) => {
      try {
        const result = await run(sql, parameters)
        if (current?.rejectsOnlyChanges !== true || (isOwn && changesRows(result))) current = undefined
        return result
      } catch (error) {
        throw explain(error, isOwn)
      }
    },
    watchConnecting: (connecting) =>
      connecting.catch((error: unknown) => {
        throw explain(error, false)
      }),
    outage: () => (current === undefined ? null : { sinceMs: current.sinceMs, reason: current.reason }),
  }
}
