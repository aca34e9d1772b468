import { join } from 'node:path'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import { backendRoutes } from '#relay/backend/backend-routes.ts'
import { BatchWriter } from '#relay/backend/batch-writer.ts'
import type { OnChange } from '#relay/backend/change.ts'
import { ChangeHub } from '#relay/backend/change-hub.ts'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { startChecks } from '#relay/backend/checks/checks.ts'
import { linkChecks } from '#relay/backend/checks/check-links.ts'
import { secretReader } from '#relay/backend/checks/secret-source.ts'
import { connectionReader } from '#relay/backend/connections/read-connection.ts'
import { openPeople } from '#relay/backend/data-api/people.ts'
import {
  JobRows,
  removeOldGoodRuns,
  stopLostRuns,
  writeJobRuns,
  type JobRow,
  type JobRun,
} from '#relay/backend/jobs/job-history.ts'
import { startUpkeep } from '#relay/backend/jobs/start-upkeep.ts'
import { logBackendDocuments } from '#relay/backend/logs/log-backend-documents.ts'
import { startNotifications } from '#relay/backend/notifications/notifications.ts'
import { guardWrite } from '#relay/backend/permissions/guard-write.ts'
import { startPermissions, type Permissions } from '#relay/backend/permissions/permissions.ts'
import { startPlaybooks } from '#relay/backend/playbooks/playbooks.ts'
import { Properties } from '#relay/backend/properties/properties.ts'
import type { OnEvent } from '#relay/backend/resource-event.ts'
import { noSandbox, type Sandbox } from '#relay/backend/sandbox/sandbox.ts'
import { hiddenFiles } from '#relay/backend/scrapers/hidden-files.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { startScrapers } from '#relay/backend/scrapers/scrapers.ts'
import { openInstallationKey } from '#relay/backend/secrets/installation-key.ts'
import { sealStored } from '#relay/backend/secrets/seal-stored.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { createVault } from '#relay/backend/secrets/vault.ts'
import { reconcileOnChange } from '#relay/backend/reconcile-on-change.ts'
import { createResourceSearch } from '#relay/backend/search/resource-search.ts'
import { createSeenComponents } from '#relay/backend/topology/read/seen-components.ts'
import { findAsConsole } from '#relay/backend/topology/store/find-links.ts'
import { startTopologies } from '#relay/backend/topology/topologies.ts'
import { DocumentRows } from '#relay/backend/resources/document-rows.ts'
import { startResources } from '#relay/backend/resources/resources.ts'
import { startRelayInstances } from './relay-instances.ts'
import { createSelfChecks, ownConnection } from '#relay/backend/self-checks.ts'
import { createSelfScraper } from '#relay/backend/self-scraper.ts'
import { createSelfTopology } from '#relay/backend/self-topology.ts'
import { listeningUrl } from '#relay/config/listening-address.ts'
import type { Database } from '#relay/database/database.ts'
import { wholeRetention, type RetentionShare } from '#relay/database/retention-share.ts'

export interface BackendOptions {
  readonly database: Database
  /** YAML documents; undefined when there is no such folder. */
  readonly resourcesDir: string | undefined
  readonly dataDir: string
  /** What stored secrets are sealed with; the key file of `dataDir` when it is left out. */
  readonly secretsKey?: Uint8Array | undefined
  /** What programs of documents run in; nothing where it is left out. */
  readonly sandbox?: Sandbox
  readonly log: FastifyBaseLogger
  /** How much of what may be kept is kept; all of it where it is left out. */
  readonly retentionShare?: RetentionShare
  /** Where mails to people leave from, and their sender. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined
  /** The address that browsers use; the one that is listened on where it is left out. */
  readonly publicUrl?: string | undefined
  /** Whether an empty first start scrapes this machine; it does where this is left out. */
  readonly scrapesMachine?: boolean
  /** Schedules do not wait until the relay listens. */
  readonly beginAtOnce?: boolean
  /** A check started so many milliseconds after it was due. */
  readonly onStart?: (lateMs: number) => void
  /** A start of a check was left out, because the run before it was not over. */
  readonly onMissed?: () => void
}

/** The embedded backend while it runs: a real backend for one machine, with the paths and bodies of the production one. */
export interface Backend {
  /** Its routes, relative to `/api`. Every request carries `request.viewer`. */
  readonly routes: FastifyPluginAsync
  onChange(listener: OnChange): () => void
  /** Who may do what beside their roles. */
  readonly permissions: Permissions
  /** What programs of documents run in. */
  readonly sandbox: Sandbox
  /** Ends schedules, lets runs in flight finish for a moment, and writes what is not written yet. */
  stop(): Promise<void>
}

/** Schedules begin when the relay listens, or this long after the start where nothing listens. */
const beginAfterMs = 15_000

/** Reads the documents and starts the schedules; resolves when requests can be answered. */
export const startBackend = async (options: BackendOptions): Promise<Backend> => {
  const { database, resourcesDir, dataDir, log, retentionShare = wholeRetention } = options
  let selfUrl = 'http://127.0.0.1'
  const changes = new ChangeHub(log)
  const properties = new Properties(database, resourcesDir, log)
  const permissions = await startPermissions(database, log)
  const secretOf = secretReader(resourcesDir)
  const vault = createVault(await openInstallationKey(dataDir, options.secretsKey))
  const relations = secretRelations({ checks: checkKinds.here, scrapers: scraperKinds.here })
  const secrets = createStoredSecrets(vault, relations)
  const sealed = await sealStored(database, secrets, relations)
  if (sealed > 0) log.info(`${sealed} rows held secrets as they were entered; these are encrypted now`)

  const relayInstances = await startRelayInstances(database, log)
  await relayInstances.follow(async (living) => {
    const ids = await stopLostRuns(database, living)
    if (ids.length > 0) changes.emit({ relation: 'job_history', ids })
  })
  await removeOldGoodRuns(database)
  const jobRows = new JobRows()
  const history = new BatchWriter<JobRow>({
    name: 'rows of the job history',
    log,
    write: async (runs) => {
      await writeJobRuns(database, runs, relayInstances.id)
      changes.emit({
        relation: 'job_history',
        ids: runs.flatMap(({ id, replaces }) => [id, ...(replaces === undefined ? [] : [replaces])]),
      })
    },
  })
  const onJob = (run: JobRun) => history.add(jobRows.rowOf(run))

  const connectionOf = connectionReader({ database, vault, secretOf, builtIn: ownConnection(() => selfUrl) })
  const isHidden = hiddenFiles([dataDir, ...(resourcesDir === undefined ? [] : [join(resourcesDir, '.secrets')])])
  const clients = { secretOf, connectionOf, sandbox: options.sandbox, isHidden }
  const playbooks = await startPlaybooks({
    database,
    relayInstances,
    dataDir,
    sandbox: options.sandbox ?? noSandbox,
    log,
    onChange: changes.emit,
    properties,
    retentionShare,
    secretOf,
    connectionOf,
    vault,
    secrets,
  })
  const notifications = await startNotifications({
    database,
    secrets,
    properties,
    log,
    onChange: changes.emit,
    connectionOf,
    mail: options.mail,
    startPlaybook: playbooks.start,
    consoleUrl: () => options.publicUrl ?? selfUrl,
    isAlone: relayInstances.isAlone,
  })
  const onEvent: OnEvent = playbooks.onEvent
  const checks = await startChecks({
    ...options,
    secrets,
    kinds: checkKinds,
    secretOf,
    connectionOf,
    onChange: changes.emit,
    onJob,
    onTransition: (id, status, { message, error }) =>
      onEvent({
        kind: 'check',
        name: status === 'healthy' ? 'passed' : 'failed',
        ids: [id],
        said: { message, error },
      }),
  })
  const scrapers = await startScrapers({
    ...options,
    secrets,
    kinds: scraperKinds,
    properties,
    secretOf,
    connectionOf,
    isHidden,
    onChange: changes.emit,
    onEvent,
    onJob,
    retentionShare,
    relayId: relayInstances.id,
  })
  const people = await openPeople({ database, log })
  const topologies = await startTopologies({
    ...options,
    secrets,
    kinds: checkKinds,
    secretOf,
    connectionOf,
    find: findAsConsole(createResourceSearch({ database, people })),
    reconcileChecks: () => checks.reconcile(),
    onChange: changes.emit,
    onEvent,
    onJob,
    relayId: relayInstances.id,
  })
  const seenComponents = createSeenComponents(database)
  const logBackends = new DocumentRows(logBackendDocuments, { database, secrets, onChange: changes.emit, log })
  const kinds = [checks.kind, playbooks.kind, scrapers.kind, topologies.kind, logBackends]
  const resources = await startResources({ dir: resourcesDir, kinds, log })
  if (await createSelfChecks(database, secrets, dataDir)) {
    await checks.reconcile()
    if (options.scrapesMachine !== false && (await createSelfScraper(database))) {
      await scrapers.reconcile()
      if (await createSelfTopology(database, dataDir)) await topologies.reconcile()
    }
  }
  const linkAgain = reconcileOnChange({
    database,
    relations: ['canaries', 'config_items', 'components'],
    reconcile: async () => void (await linkChecks(database, changes.emit)),
    log,
    settleMs: 1_000,
  })
  changes.listen(linkAgain.onWrite)
  const follows = [
    linkAgain,
    reconcileOnChange({ database, relations: ['canaries', 'checks'], reconcile: () => checks.reconcile(), log }),
    reconcileOnChange({ database, relations: ['config_scrapers'], reconcile: () => scrapers.reconcile(), log }),
    reconcileOnChange({ database, relations: ['topologies'], reconcile: () => topologies.reconcile(), log }),
  ]
  const retentions = [playbooks.retention, scrapers.retention, notifications.retention]
  const upkeep = startUpkeep({ database, properties, retentionShare, retentions, onJob, log })
  const beginSchedules = () => {
    checks.begin()
    scrapers.begin()
    topologies.begin()
  }
  const begin = setTimeout(beginSchedules, options.beginAtOnce === true ? 0 : beginAfterMs)

  changes.listen(playbooks.follow)
  changes.listen(topologies.follow)
  changes.listen(notifications.follow)
  const onWrite: OnChange = (change) => {
    permissions.onWrite(change)
    changes.emit(change)
    for (const follow of follows) follow.onWrite(change)
  }
  const routes: FastifyPluginAsync = async (app) => {
    app.addHook('onListen', async () => {
      selfUrl = listeningUrl(app.server) ?? selfUrl
      beginSchedules()
    })
    await app.register(backendRoutes, {
      database,
      dataDir,
      people,
      secrets,
      secretOf,
      connectionOf,
      clients,
      sandbox: options.sandbox,
      properties,
      seenComponents,
      checks,
      scrapers,
      topologies,
      playbooks,
      checkKinds,
      scraperKinds,
      onWrite,
      guardWrite,
    })
  }

  return {
    routes,
    onChange: (listener) => changes.listen(listener),
    permissions,
    sandbox: options.sandbox ?? noSandbox,
    stop: async () => {
      clearTimeout(begin)
      await relayInstances.stop()
      for (const follow of follows) follow.stop()
      await resources.stop()
      await permissions.stop()
      await people.stop()
      await notifications.stop()
      await Promise.all([checks.stop(), scrapers.stop(), topologies.stop(), upkeep.stop(), playbooks.stop()])
      await history.stop(stopGraceMs)
      await relayInstances.leave()
    },
  }
}

const stopGraceMs = 10_000
