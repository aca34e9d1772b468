import type { FastifyBaseLogger } from 'fastify'
import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate, type Gate } from '#relay/backend/data-api/access/gate.ts'
import { createViewerSchemas } from '#relay/backend/data-api/access/viewer-schemas.ts'
import { createFairShare, type Share } from '#relay/backend/data-api/fair-share.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { createSchemaCache } from '#relay/backend/data-api/schema-cache.ts'
import { createAccessObjects, type AccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Database, Runner } from '#relay/database/database.ts'

export interface PeopleOptions {
  readonly database: Database
  readonly log: FastifyBaseLogger
  readonly schema?: string
  readonly matrix?: AccessMatrix
  readonly timeoutMs?: number
}

export interface People {
  readonly schemaName: string
  readonly matrix: AccessMatrix
  readonly gate: Gate
  readonly accessObjects: AccessObjects
  readonly loadSchema: (viewer: Viewer) => Promise<Schema>
  readonly run: <T>(viewer: Viewer, read: Omit<Share, 'person'>, work: (database: Runner) => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

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
    // The embedded database schedules queued statements fairly, so it needs no small limit.
    database.kind === 'embedded' ? { atOnce: 16, atOnceEach: 1 } : { atOnce: 5, atOnceEach: 3 },
  )
  const cache = createSchemaCache(database, schemaName)
  await cache.current()
  const stop = await database.listen('pgrst', () => {
    cache.reload().catch((error: unknown) => log.error({ err: error }, 'schema reload failed'))
  })
  return {
    schemaName,
    matrix,
    gate: createGate(matrix),
    accessObjects,
    loadSchema: async (viewer) => seenBy(await cache.current(), viewer),
    run: (viewer, read, work) => share.run({ ...read, person: viewer.id }, () => work(forPeople)),
    stop,
  }
}
