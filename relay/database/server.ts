import pg from 'pg'
import { toError } from '#shared/primitives/thrown-error.ts'
import type { Database, Queryable } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { endDeadConnections } from './dead-connections.ts'
import { learnArrayTypes, queryableOver, type RawResult, type RunStatement } from './run-statement.ts'
import { refuseInsideTransaction, runTransaction } from './run-transaction.ts'
import { createServerListener } from './server-listener.ts'
import { watchServer, type ServerWatch } from './server-outage.ts'
import { createStatementNames } from './statement-names.ts'
import { SqlError, readSqlErrorFields } from './sql-error.ts'
import { createTypeDecoder, type TypeDecoder } from './type-decoder.ts'

interface ServerOptions {
  readonly url: string
  readonly maxConnections?: number
  readonly onConnectionError: (error: Error) => void
  readonly onOutage?: (reason: string, cause?: unknown) => void
  /** A connection whose statement takes longer is ended if it leads to nothing. */
  readonly longMs?: number
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
  (identity: symbol, types: TypeDecoder, server: ServerWatch) =>
  (from: pg.Pool, isOwn: boolean): Database['transaction'] =>
  async (work) => {
    refuseInsideTransaction(identity)
    const client = await server.watchConnecting(from.connect())
    const runOnClient = server.watch(runOn(client), isOwn)
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

const createPools = (
  settings: pg.PoolConfig,
  { onConnectionError, longMs }: Required<Pick<ServerOptions, 'onConnectionError' | 'longMs'>>,
) => {
  const openProbe = (limitMs: number): pg.Client =>
    new pg.Client({ ...settings, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  const dead = endDeadConnections({ openProbe, longMs })
  const pools: pg.Pool[] = []
  const openPool = (options: pg.PoolConfig): pg.Pool => {
    const opened = new pg.Pool({ ...settings, ...options })
    opened.on('error', onConnectionError)
    dead.watch(opened)
    pools.push(opened)
    return opened
  }
  const endPools = async (): Promise<void> => {
    dead.stop()
    await Promise.all(pools.map((opened) => opened.end()))
  }
  return { openPool, endPools }
}

export const openServer = async ({
  url,
  maxConnections = 10,
  onConnectionError,
  onOutage = () => undefined,
  longMs = 10_000,
}: ServerOptions): Promise<ServerDatabase> => {
  const identity = Symbol('server')
  const types = createTypeDecoder()
  const server = watchServer(onOutage)
  const settings = {
    connectionString: url,
    application_name: 'quarterdeck',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres',
  }
  const { openPool, endPools } = createPools(settings, { onConnectionError, longMs })
  const pool = openPool({ max: maxConnections })
  const peoplesPool = openPool({ max: peoplesConnections })
  /** A statement of its own needs no transaction for its limits: one round trip instead of five. */
  const openReaders = (timeoutMs: number): pg.Pool =>
    openPool({
      options: `${settings.options} -c default_transaction_read_only=on -c statement_timeout=${Math.round(timeoutMs)}`,
      max: peoplesConnections,
    })

  const runOnPool = server.watch(runOn(pool), true)
  const run: RunStatement = async (sql, parameters) => {
    refuseInsideTransaction(identity)
    return runOnPool(sql, parameters)
  }
  const inTransaction = createInTransaction(identity, types, server)
  const listener = createServerListener(() => new pg.Client(settings), { onConnectionError, responseMs: longMs })

  try {
    await learnArrayTypes(run, types)
  } catch (error) {
    await endPools()
    throw error instanceof DatabaseUnavailable ? error.cause : error
  }

  return {
    kind: 'server',
    ...queryableOver(run, types),
    transaction: inTransaction(pool, true),
    forPeople: (timeoutMs) => {
      const limit = `set local statement_timeout = ${Math.round(timeoutMs)}`
      const transaction = <T>(work: (transaction: Queryable) => Promise<T>): Promise<T> =>
        inTransaction(
          peoplesPool,
          false,
        )(async (opened) => {
          await opened.query(limit)
          return work(opened)
        })
      const readers = openReaders(timeoutMs)
      const names = createStatementNames({ namesMax: 100, seenMax: 1_000 })
      return {
        kind: 'server',
        ...queryableOver(server.watch(runOn(readers, names), false), types),
        transaction,
      }
    },
    condition: () => ({ outage: server.outage(), lastRestart: null, restarts: 0, cancelled: 0 }),
    listen: listener.listen,
    learnTypes: () => learnArrayTypes(run, types),
    close: async () => {
      await listener.close()
      await endPools()
    },
  }
}
