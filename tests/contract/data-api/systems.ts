import '#relay/access/access.ts'
import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { dataApi, type DataApiOptions } from '#relay/backend/data-api/data-api.ts'
import { everyWrite, type AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import type { Database } from '#relay/database/database.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { startRealPostgrest } from '#tests/contract/data-api/real-postgrest.ts'
import { admin as adminId } from '#tests/fixtures/rows.ts'
import { createServerDatabase, openEmbedded } from '#tests/fixtures/databases.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface System {
  readonly name: string
  readonly url: string
  readonly database: Database
  readonly ask: (call: Call) => Promise<Reply>
  readonly close: () => Promise<void>
}

const admin: Viewer = { id: adminId, name: 'Admin', email: 'admin@example.test', roles: ['admin'] }

const anything = { object: 'database', read: 'database', write: 'database', writes: everyWrite } as const
export const openMatrix: AccessMatrix = { relation: () => anything, function: () => anything }

export const askAt =
  (url: string) =>
  async (call: Call): Promise<Reply> => {
    const { method = 'GET', path, headers = {}, body } = call
    const response = await fetch(url + path, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }

export type ServeOptions = Partial<Omit<DataApiOptions, 'database'>> & { readonly viewer?: Viewer }

export const serve = async (
  database: Database,
  options: {
    schema?: string
    matrix?: AccessMatrix
    onChange?: OnChange
    viewer?: Viewer
    maxRows?: number
    timeoutMs?: number
  } = {},
): Promise<{ url: string; close(): Promise<void> }> => {
  const { viewer = admin, onChange = () => undefined, ...others } = options
  const app = fastify({ pluginTimeout: 0 })
  app.decorateRequest('viewer')
  app.addHook('onRequest', async (request) => {
    request.viewer = viewer
  })
  // A generous timeout for busy machines; only the timeout tests override it.
  await app.register(dataApi({ database, onChange, timeoutMs: 30_000, ...others }), { prefix: '/db' })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${url}/db`, close: () => app.close() }
}

const languageSql = await readFile(new URL('language.sql', import.meta.url), 'utf8')

const openOurs = async (name: string, database: Database): Promise<System> => {
  await database.query(languageSql)
  const served = await serve(database, { schema: 'lang', matrix: openMatrix })
  const close = async () => {
    await served.close()
    await database.close()
  }
  return { name, url: served.url, database, ask: askAt(served.url), close }
}

const openReal = async (): Promise<System> => {
  const databaseUrl = await createServerDatabase()
  const database = await openDatabase({ url: databaseUrl })
  await database.query(languageSql)
  const real = await startRealPostgrest(databaseUrl, 'lang')
  const close = async () => {
    await real.stop()
    await database.close()
  }
  return { name: 'PostgREST', url: real.url, database, ask: askAt(real.url), close }
}

export const reseed = async (systems: readonly System[]): Promise<void> => {
  await Promise.all(systems.map(({ database }) => database.query('select lang.reseed()')))
}

export const openSystems = async (): Promise<{ ours: readonly System[]; real: System; close(): Promise<void> }> => {
  const [embedded, server, real] = await Promise.all([
    openEmbedded().then((database) => openOurs('ours, embedded', database)),
    createServerDatabase()
      .then((url) => openDatabase({ url }))
      .then((database) => openOurs('ours, server', database)),
    openReal(),
  ])
  await reseed([embedded, server, real])
  return {
    ours: [embedded, server],
    real,
    close: async () => {
      await Promise.all([embedded, server, real].map((system) => system.close()))
    },
  }
}
