import { openAsBlob } from 'node:fs'
import { access, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import type { EmbeddedReply, EmbeddedRequest, EmbeddedWorkerData } from './embedded-messages.ts'
import type { RawResult } from './run-statement.ts'
import { readSqlErrorFields } from './sql-error.ts'

const settings = ['shared_buffers=16MB', 'max_wal_size=32MB', 'min_wal_size=32MB', 'wal_buffers=1MB']
/** For a new database: on a nearly full disk another segment of 1 MB still fits. */
const segmentSize = '--wal-segsize=1'

/**
 * A hundred times V8's default: otherwise a fifth of the startup time goes into optimizing functions that only
 * startup calls often.
 */
const tieringBudget = 180_000_000

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const open = async ({ dataDir, template }: EmbeddedWorkerData): Promise<PGlite> => {
  setFlagsFromString(`--wasm-tiering-budget=${tieringBudget}`)
  const isNew = dataDir === undefined || !(await exists(join(dataDir, 'PG_VERSION')))
  const database = await PGlite.create({
    ...(dataDir !== undefined && { dataDir }),
    ...(isNew && template !== undefined ? { loadDataDir: await openAsBlob(template) } : {}),
    postgresqlconf: settings,
    extensions: { pg_trgm },
    initDbStartParams: [segmentSize],
  })
  // Values travel as PostgreSQL's own text; the caller's side of the thread converts them.
  for (const oid of Object.keys(database.parsers)) database.parsers[oid] = (text: string) => text
  database.serializers = {}
  await database.exec("set time zone 'UTC'")
  return database
}

const run = async (database: PGlite, sql: string, parameters: readonly (string | null)[]): Promise<RawResult> => {
  const options = { rowMode: 'array' } as const
  const result =
    parameters.length === 0
      ? (await database.exec(sql, options)).at(-1)
      : await database.query(sql, [...parameters], options)
  return {
    fields: (result?.fields ?? []).map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })),
    rows: (result?.rows ?? []) as unknown as (string | null)[][],
    command: result?.command ?? '',
    rowCount: result?.rowCount ?? 0,
  }
}

const dump = async (database: PGlite, path: string): Promise<void> => {
  const packed = await database.dumpDataDir('gzip')
  await writeFile(`${path}.part`, new Uint8Array(await packed.arrayBuffer()))
  await rename(`${path}.part`, path)
}

const toFailure = (id: number | undefined, error: unknown): EmbeddedReply => ({
  kind: 'failed',
  id,
  message: toErrorMessage(error),
  sql: readSqlErrorFields(error),
})

const port = parentPort
if (port === null) throw new Error('embedded-worker runs only as a worker thread.')
const reply = (message: EmbeddedReply): void => port.postMessage(message)

const handle = async (database: PGlite, request: EmbeddedRequest): Promise<RawResult | undefined> => {
  if (request.kind === 'query') return run(database, request.sql, request.parameters)
  await (request.kind === 'dump' ? dump(database, request.path) : database.close())
  return undefined
}

let running = 0

/**
 * Sets the PostgreSQL flags that cancel the running statement. If a later PGlite hides them, nothing is cancelled
 * and the caller ends the thread.
 */
const createCancelFlags = ({ Module }: PGlite) => {
  const addresses = ['_QueryCancelPending', '_InterruptPending'].map((name): unknown => Reflect.get(Module, name))
  return (value: 0 | 1): void => {
    const memory = new Int32Array(Module.HEAPU8.buffer)
    for (const address of addresses) if (typeof address === 'number') memory[address / 4] = value
  }
}

try {
  const database = await open(workerData as EmbeddedWorkerData)
  const raise = createCancelFlags(database)
  // Called from outside the thread while PostgreSQL blocks it.
  Object.assign(globalThis, {
    cancelStatement: (id: number) => {
      if (id === running) raise(1)
    },
  })
  database.onNotification((channel, payload) => reply({ kind: 'notified', channel, payload }))

  let turn = Promise.resolve()
  port.on('message', (request: EmbeddedRequest) => {
    turn = turn.then(async () => {
      raise(0)
      running = request.id
      try {
        reply({ kind: 'answered', id: request.id, result: await handle(database, request) })
      } catch (error) {
        reply(toFailure(request.id, error))
      }
      running = 0
      if (request.kind === 'close') port.close()
    })
  })
  reply({ kind: 'ready' })
} catch (error) {
  reply(toFailure(undefined, error))
}
