import pg from 'pg'
import { toError } from '#shared/primitives/thrown-error.ts'
import type { Database, Queryable } from './database.ts'
import { learnArrayTypes, queryableOver, type RawResult, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { createServerListener } from './server-listener.ts'
import { createStatementNames } from './statement-names.ts'
import { SqlError, readSqlErrorFields } from './sql-error.ts'
import { createTypeDecoder, type TypeDecoder } from './type-decoder.ts'

interface ServerOptions {
  readonly url: string
  readonly maxConnections?: number
  readonly onConnectionError: (error: Error) => void
}

export interface ServerDatabase extends Database {
  readonly kind: 'server'
  learnTypes(): Promise<void>
}

/** Fewer than the pool has: people can never take all connections. */
const peoplesConnections = 5

const asText = { getTypeParser: () => (text: string) => text }

const runStatementOn = async (
  connection: pg.Pool | pg.ClientBase,
  {
    sql,
    name,
    parameters,
  }: { readonly sql: string; readonly name: string | undefined; readonly parameters: readonly unknown[] },
): Promise<RawResult> => {
  try {
    const results = await connection.query<(string | null)[]>({
      text: sql,
      ...(name !== undefined && { name }),
      rowMode: 'array',
      types: asText,
      ...(parameters.length === 0 ? {} : { values: [...parameters] }),
    })
    // Several statements in one text return a list, which the driver's types leave out.
    const last: pg.QueryArrayResult<(string | null)[]> | undefined = [results].flat().at(-1)
    return {
      fields: (last?.fields ?? []).map(({ name: field, dataTypeID }) => ({ name: field, typeOid: dataTypeID })),
      rows: last?.rows ?? [],
      command: last?.command ?? '',
      rowCount: last?.rowCount ?? 0,
    }
  } catch (error) {
    const fields = readSqlErrorFields(error)
    throw fields === undefined ? error : new SqlError(fields)
  }
}

/** `cached plan must not change result type`: a newer version migrated the database meanwhile. Nothing was executed. */
const isOutdatedPlan = (error: unknown): boolean => error instanceof SqlError && error.code === '0A000'

const runOn =
  (connection: pg.Pool | pg.ClientBase, findName?: (sql: string) => string | undefined): RunStatement =>
  async (sql, parameters) => {
    const name = findName?.(sql)
    try {
      return await runStatementOn(connection, { sql, name, parameters })
    } catch (error) {
      if (name === undefined || !isOutdatedPlan(error)) throw error
      return runStatementOn(connection, { sql, name: undefined, parameters })
    }
  }

const createInTransaction =
  (identity: symbol, types: TypeDecoder) =>
  (from: pg.Pool): Database['transaction'] =>
  async (work) => {
    refuseInsideTransaction(identity)
    const client = await from.connect()
    const runOnClient = runOn(client)
    let broken: Error | undefined
    const onBroken = (error: unknown): void => {
      broken = toError(error)
    }
    client.on('error', onBroken)
    try {
      const watched: RunStatement = (sql, parameters) =>
        runOnClient(sql, parameters).catch((error: unknown) => {
          if (!(error instanceof SqlError) || sql === 'rollback') onBroken(error)
          throw error
        })
      return await runTransaction(identity, watched, types, work)
    } finally {
      client.off('error', onBroken)
      client.release(broken)
    }
  }

export const openServer = async ({
  url,
  maxConnections = 10,
  onConnectionError,
}: ServerOptions): Promise<ServerDatabase> => {
  const identity = Symbol('server')
  const types = createTypeDecoder()
  const settings = {
    connectionString: url,
    application_name: 'quarterdeck',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
  }
  const pool = new pg.Pool({ ...settings, max: maxConnections })
  pool.on('error', onConnectionError)
  const peoplesPool = new pg.Pool({ ...settings, max: peoplesConnections })
  peoplesPool.on('error', onConnectionError)

  const readersPools: pg.Pool[] = []
  /** A statement of its own needs no transaction for its limits: one round trip instead of five. */
  const openReaders = (timeoutMs: number): pg.Pool => {
    const options = `${settings.options} -c default_transaction_read_only=on -c statement_timeout=${Math.round(timeoutMs)}`
    const readers = new pg.Pool({ ...settings, options, max: peoplesConnections })
    readers.on('error', onConnectionError)
    readersPools.push(readers)
    return readers
  }

  const runOnPool = runOn(pool)
  const run: RunStatement = async (sql, parameters) => {
    refuseInsideTransaction(identity)
    return runOnPool(sql, parameters)
  }
  const inTransaction = createInTransaction(identity, types)
  const listener = createServerListener(() => new pg.Client(settings), onConnectionError)

  try {
    await learnArrayTypes(run, types)
  } catch (error) {
    await pool.end()
    throw error
  }

  return {
    kind: 'server',
    ...queryableOver(run, types),
    transaction: inTransaction(pool),
    forPeople: (timeoutMs) => {
      const limit = `set local statement_timeout = ${Math.round(timeoutMs)}`
      const transaction = <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> =>
        inTransaction(peoplesPool)(async (opened) => {
          await opened.query(limit)
          return work(opened)
        })
      const readers = openReaders(timeoutMs)
      return {
        kind: 'server',
        ...queryableOver(runOn(readers, createStatementNames({ namesMax: 100, seenMax: 1_000 })), types),
        transaction,
      }
    },
    condition: () => ({ outage: null, lastRestart: null, restarts: 0, cancelled: 0 }),
    listen: listener.listen,
    learnTypes: () => learnArrayTypes(run, types),
    close: async () => {
      await listener.close()
      await Promise.all([pool, peoplesPool, ...readersPools].map((open) => open.end()))
    },
  }
}
