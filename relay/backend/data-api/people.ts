import type { FastifyBaseLogger } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate, type Gate } from '#relay/backend/data-api/access/gate.ts'
import { createViewerSchemas } from '#relay/backend/data-api/access/viewer-schemas.ts'
import { createFairShare } from '#relay/backend/data-api/fair-share.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import { createAccessObjects, type AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Database, Runner } from '#relay/database/database.ts'

export interface PeopleOptions {
  readonly database: Database
  readonly log: FastifyBaseLogger
  /** Whose relations requests name; `public` by default. */
  readonly schema?: string
  /** What each relation and function asks of who reaches for it; the matrix of `public` by default. */
  readonly matrix?: AccessMatrix
  /** After so many milliseconds a statement of a person is cancelled; on a server it holds nobody else up. */
  readonly timeoutMs?: number
}

/** What people may ask of the store, whichever route they come by: what each sees of it, and how many ask at once. */
export interface People {
  readonly schemaName: string
  readonly matrix: AccessMatrix
  readonly gate: Gate
  readonly accessObjects: AccessObjects
  /** The schema as somebody sees it. It is read before the first request and again on `NOTIFY pgrst`. */
  readonly loadSchema: (viewer: Viewer) => Promise<Schema>
  /** Runs work for somebody in turn with the others, each statement bounded in time. */
  readonly run: <T>(viewer: Viewer, work: (database: Runner) => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

/** Reads the schema; resolves when requests can be answered. */
export const openPeople = async ({
  database,
  log,
  schema: schemaName = 'public',
  matrix = accessMatrix,
  timeoutMs = database.kind === 'embedded' ? 1_500 : 10_000,
}: PeopleOptions): Promise<People> => {
  const accessObjects = createAccessObjects(database)
  const seenBy = createViewerSchemas(matrix, accessObjects)
  const forPeople = database.forPeople(timeoutMs)
  const share = createFairShare(
    // The embedded database itself sees to it that none holds others up, as soon as it knows that they wait.
    database.kind === 'embedded' ? { atOnce: 16, atOnceEach: 1 } : { atOnce: 5, atOnceEach: 3 },
  )
  const cache = createSchemaCache(database, schemaName)
  await cache.current()
  const stop = await database.listen('pgrst', () => {
    cache.reload().catch((error: unknown) => log.error(error, 'the schema could not be read again'))
  })
  return {
    schemaName,
    matrix,
    gate: createGate(matrix),
    accessObjects,
    loadSchema: async (viewer) => seenBy(await cache.current(), viewer),
    run: (viewer, work) => share.run(viewer.id, () => work(forPeople)),
    stop,
  }
}
