import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { changesExec } from '#shared/access/exec-parts.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { resourceObjects } from '#shared/access/objects.ts'
import { dryRunRoute, specMaxLength, type DryRun, type DryRunTable } from '#shared/resources/dry-run-route.ts'
import { createAccessObjects } from '#relay/backend/permissions/access-objects.ts'
import type { Row, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { readTopologySpec } from '#relay/backend/topology/read-topology-spec.ts'
import { clientDisconnectSignal } from '#relay/http/client-disconnect-signal.ts'
import { serve } from '#relay/http/serve.ts'
import type { Queryable } from '#relay/database/database.ts'
import { timeLimit } from '#relay/time-limit.ts'
import { AccessDenied, tooLarge, tooMany } from '#relay/errors/http-error.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { ObjectAttributes } from '#shared/access/match.ts'
import { tryChecks, type TryChecksDeps } from './try-checks.ts'
import { tryPlaybook } from './try-playbook.ts'
import { tryScraper, type TryScraperDeps } from './try-scraper.ts'

export interface DryRunOptions {
  readonly database: Queryable
  readonly secrets: StoredSecrets
  readonly checkKinds: TryChecksDeps['kinds']
  readonly scraperKinds: TryScraperDeps['kinds']
  readonly clients: Omit<TryChecksDeps, 'kinds'> & Omit<TryScraperDeps, 'kinds'>
}

type Tried = Row & { readonly id: string }

const timeoutMs = 20_000
const atATime = 2

const readStored = async (database: Queryable, table: DryRunTable, id: string): Promise<Row | undefined> => {
  const sql = `select id, name, spec from ${table} where id = $1 and deleted_at is null`
  return (await database.query<Row>(sql, [id])).rows[0]
}

export const dryRunRoutes: FastifyPluginAsync<DryRunOptions> = async (app, options) => {
  const { database, secrets, clients, checkKinds, scraperKinds } = options
  const objects = createAccessObjects(database)
  let underWay = 0

  const tries: Readonly<
    Record<DryRunTable, (document: Tried, signal: AbortSignal, viewer: Viewer) => Promise<DryRun>>
  > = {
    canaries: ({ id, name, namespace, spec }, signal) =>
      tryChecks(
        { id, name: String(name), namespace: String(namespace), spec, signal },
        { kinds: checkKinds, ...clients },
      ),
    config_scrapers: ({ id, spec }, signal) =>
      tryScraper({ id, spec, timeoutMs, signal }, { kinds: scraperKinds, ...clients }),
    playbooks: ({ id, name, namespace, spec }, _signal, viewer) =>
      tryPlaybook({ id, name: String(name), namespace: String(namespace), spec, viewer }),
    topologies: async ({ spec }) => {
      const read = await readTopologySpec(spec, checkKinds)
      const { path, reason } = 'error' in read ? read.error : { path: [], reason: undefined }
      return {
        problems: reason === undefined ? [] : [{ path: [...path], reason }],
        checks: [],
        items: [],
        steps: [],
        notes: ['Only the spec was validated. Components are found when the topology runs.'],
      }
    },
  }

  serve(app, dryRunRoute, async ({ body, viewer }, reply) => {
    const { table, id, name, namespace, spec } = body
    const stored = id == null ? undefined : await readStored(database, table, id)
    const action = stored === undefined ? 'create' : 'update'
    const canary: ObjectAttributes | null =
      table === 'canaries' && stored !== undefined && id != null ? await objects.one('canary', id) : null
    if (!isAllowed(viewer, { action, resource: table, ...(canary && { about: { canary } }) }))
      throw new AccessDenied(resourceObjects[table], action)
    if (changesExec(table, undefined, spec) && !isAllowed(viewer, { action: 'write', resource: 'exec' }))
      throw new AccessDenied('exec', 'write')
    if (JSON.stringify(spec).length > specMaxLength)
      throw tooLarge(`The spec is too large: at most ${specMaxLength} characters as JSON.`)
    if (underWay >= atATime) throw tooMany('Two dry runs are already running. Try again in a few seconds.')
    const limit = timeLimit(timeoutMs, clientDisconnectSignal(reply))
    underWay += 1
    try {
      const input = { id: id ?? randomUUID(), name, namespace, spec }
      const row = secrets.open(table, secrets.seal(table, input, stored))
      return await tries[table](row, limit.signal, viewer)
    } finally {
      underWay -= 1
      limit.done()
    }
  })
}
