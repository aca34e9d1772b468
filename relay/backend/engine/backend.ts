import type { FastifyPluginAsync } from 'fastify'
import { keepQueue } from '#relay/backend/agents/push-queue.ts'
import { startReporter, type Reporter } from '#relay/backend/agents/reporter.ts'
import type { Upstream } from '#relay/backend/agents/upstream-client.ts'
import { backendRoutes } from '#relay/backend/engine/backend-routes.ts'
import type { OnChange } from '#relay/backend/rows/change.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { openEngineDeps, type EngineDeps, type EngineOptions } from '#relay/backend/engine/engine-deps.ts'
import { startEngines, type Engines } from '#relay/backend/engine/engines.ts'
import { startSealingWritten } from '#relay/backend/secrets/seal-written.ts'
import { startUpkeep } from '#relay/backend/engine/start-upkeep.ts'
import { guardWrite } from '#relay/backend/guards/guard-write.ts'
import { startPermissions, type Permissions } from '#relay/backend/permissions/permissions.ts'
import { reconcileEngines } from '#relay/backend/engine/reconcile-engines.ts'
import { createRejectedDocuments, type RejectedDocuments } from '#relay/backend/resources/rejected-documents.ts'
import { shareChanges } from '#relay/backend/engine/share-changes.ts'
import { startResources, type Resources } from '#relay/backend/resources/resources.ts'
import { noSandbox, type Sandbox } from '#relay/backend/process/sandbox.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { specSchemas } from '#relay/backend/schemas/spec-schemas.ts'
import { createSelfChecks } from '#relay/backend/engine/self-checks.ts'
import { createSelfScraper } from '#relay/backend/engine/self-scraper.ts'
import { createSelfTopology } from '#relay/backend/engine/self-topology.ts'
import { createSeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import type { Work } from '#relay/backend/schedule/work.ts'
import { inTurn } from '#relay/database/take-turn.ts'
import { listeningPlace, listeningUrl } from '#relay/config/listening-address.ts'

interface BackendOptions extends EngineOptions {
  readonly upstream?: Upstream | undefined
  readonly scrapesMachine?: boolean
  readonly beginAtOnce?: boolean
}

export interface Backend {
  readonly routes: FastifyPluginAsync
  onChange(listener: OnChange): () => void
  readonly permissions: Permissions
  readonly sandbox: Sandbox
  readonly engineStates: Engines['states']
  readonly rejectedDocuments: RejectedDocuments
  readonly work: Pick<Work, 'isDrained'>
  readonly reporter: Reporter | undefined
  readonly undelivered: () => Promise<string | undefined>
  stop(): Promise<void>
}

/** Fallback for setups in which nothing listens. */
const beginAfterMs = 15_000

const createSelfResources = async (
  { database, secrets, dataDir }: EngineDeps,
  { checks, scrapers, topologies }: Engines,
  scrapesMachine: boolean,
): Promise<void> => {
  const isNew = await inTurn(database, 'self resources', (runner) => createSelfChecks(runner, secrets, dataDir))
  if (!isNew) return
  await checks.reconcile()
  if (!scrapesMachine || !(await createSelfScraper(database))) return
  await scrapers.reconcile()
  if (await createSelfTopology(database, dataDir)) await topologies.reconcile()
}

const startReporting = async ({ database, log, changes, work }: EngineDeps, upstream: Upstream | undefined) => {
  const reporter =
    upstream && (await startReporter({ database, upstream, log, canStart: () => work.canStart('upstream') }))
  if (reporter === undefined) await keepQueue(database, false)
  else changes.listen(reporter.onChange)
  return reporter
}

interface Described {
  readonly engines: Pick<Engines, 'countOwned'>
  readonly upkeep: Pick<ReturnType<typeof startUpkeep>, 'countJobs'>
  readonly resources: Pick<Resources, 'digest'>
  readonly getAddress: () => string | undefined
}

const describeInstance = (
  { relayInstances, lateness }: Pick<EngineDeps, 'relayInstances' | 'lateness'>,
  { engines, upkeep, resources, getAddress }: Described,
): void =>
  relayInstances.describe(() => ({
    address: getAddress(),
    runs: { ...engines.countOwned(), jobs: upkeep.countJobs(), lateMs: Math.round(lateness.longestMs()) },
    documents: resources.digest(),
  }))

const listRejected = (resources: Resources, { checks }: Engines): RejectedDocuments =>
  createRejectedDocuments({
    listErrors: () => resources.listErrors(),
    listRows: () => checks.listUnusable(),
    readText: (file) => resources.readText(file),
  })

export const startBackend = async (options: BackendOptions): Promise<Backend> => {
  let selfUrl = 'http://127.0.0.1'
  let address: string | undefined
  const { database, log } = options
  const permissions = await startPermissions(database, log)
  const deps = await openEngineDeps(options, () => selfUrl)
  const { changes, history, people, relayInstances, work, calls } = deps
  const engines = await startEngines(deps)
  const resources = await startResources({ dir: options.resourcesDir, kinds: engines.kinds, schemas: specSchemas, log })
  await createSelfResources(deps, engines, options.scrapesMachine !== false)
  const reconciling = reconcileEngines(deps, engines)
  const upkeep = startUpkeep({ ...deps, retentions: engines.retentions, jobs: engines.jobs })
  describeInstance(deps, { engines, upkeep, resources, getAddress: () => address })
  const sealing = await startSealingWritten(deps)
  const begin = setTimeout(() => engines.begin(), options.beginAtOnce === true ? 0 : beginAfterMs)
  const reporter = await startReporting(deps, options.upstream)
  for (const follow of engines.followers) changes.listen(follow)

  const onWrite: OnChange = (change) => {
    permissions.onWrite(change)
    changes.emit({ ...change, isEdit: true })
    reconciling.onWrite(change)
  }
  const shared = await shareChanges({
    ...deps,
    onElsewhere: (change) => {
      permissions.onWrite(change)
      changes.emit(change)
      if (change.isEdit === true || change.relation !== 'checks') reconciling.onWrite(change)
    },
  })
  const rejectedDocuments = listRejected(resources, engines)
  const seenComponents = createSeenComponents(database)
  const routes: FastifyPluginAsync = async (app) => {
    app.addHook('onListen', async () => {
      selfUrl = listeningUrl(app.server) ?? selfUrl
      address = listeningPlace(app.server)
      engines.begin()
      await relayInstances.show().catch((error: unknown) => log.warn({ err: error }, 'relay not announced, retrying'))
    })
    await app.register(backendRoutes, {
      ...deps,
      ...engines,
      clients: deps,
      seenComponents,
      rejectedDocuments,
      checkKinds,
      scraperKinds,
      onWrite,
      reporter,
      guardWrite,
    })
  }

  return {
    routes,
    onChange: (listener) => changes.listen(listener),
    permissions,
    sandbox: options.sandbox ?? noSandbox,
    reporter,
    engineStates: engines.states,
    rejectedDocuments,
    work,
    undelivered: engines.undelivered,
    stop: async () => {
      clearTimeout(begin)
      await work.drain()
      await reporter?.stop()
      await relayInstances.stop()
      reconciling.stop()
      await resources.stop()
      await permissions.stop()
      await people.stop()
      await Promise.all([engines.stop(), upkeep.stop(), sealing.stop()])
      await history.stop()
      await shared.stop()
      await calls.stop()
      await work.stop()
      await relayInstances.leave()
    },
  }
}
