import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { access } from '#relay/access/access.ts'
import { createExplain } from '#relay/access/explain.ts'
import { explanationRoutes } from '#relay/access/explanation-routes.ts'
import { createIsAdministrator } from '#relay/access/is-administrator.ts'
import { createOriginGuard } from '#relay/access/origin-guard.ts'
import { relayItself, standaloneViewer } from '#relay/access/standalone.ts'
import { attachBackend, type RelayBackend } from '#relay/composition/relay-backend.ts'
import { createChartRegistry } from '#relay/charts/chart-registry.ts'
import { chartRoutes } from '#relay/charts/chart-routes.ts'
import type { AttachedBackend, RelayAccess } from '#relay/composition/attached-backend.ts'
import type { IdentityService } from '#relay/composition/identity-service.ts'
import type { Config } from '#relay/config/config.ts'
import { listeningPort } from '#relay/config/listening-address.ts'
import type { Database } from '#relay/database/database.ts'
import { createServer } from '#relay/http/create-server.ts'
import { responseDefaults } from '#relay/http/response-defaults.ts'
import { createPresences } from '#relay/composition/presences.ts'
import { finishConnections } from '#relay/http/finish-connections.ts'
import { toPageSettings } from '#relay/http/page-settings.ts'
import { pages } from '#relay/http/pages.ts'
import { statusRoutes } from '#relay/http/status-routes.ts'
import { storeParts, type StoreState } from '#relay/http/store-state.ts'
import { createLiveServer } from '#relay/live/delivery/live-server.ts'
import { everyPresence } from '#relay/live/delivery/presence.ts'
import { noRecorder, withUnconfirmedRows, type FeedRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { followChanges, type ChangeNotices } from '#relay/live/follow-changes.ts'
import { journalRoutes } from '#relay/live/journal/journal-routes.ts'
import type { Journal, JournalOptions } from '#relay/live/journal/journal.ts'
import { journalPart, openJournal } from '#relay/live/journal/open-journal.ts'
import { replicationPart, openReplication } from '#relay/live/replication/open-replication.ts'
import { localReplication } from '#relay/live/feeds/feed-replication.ts'
import { createCanRunCheck } from '#relay/live/sources/check-scope.ts'
import { createFetchText } from '#relay/live/sources/fetch-text.ts'
import { createLogReader } from '#relay/live/sources/playbooks/log-reader.ts'
import { createLogScope } from '#relay/live/sources/playbooks/log-scope.ts'
import { createRunScope } from '#relay/live/sources/playbooks/run-scope.ts'
import { bindTopics } from '#relay/topics.ts'
import { viewRoutes } from '#relay/views/view-routes.ts'
import { createViewStore } from '#relay/views/view-store.ts'

export interface AppDeps {
  readonly config: Pick<
    Config,
    'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies' | 'standaloneRoles' | 'summaryPath' | 'signInByAddress'
  >
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
  readonly backend: RelayBackend
  readonly clientRoot: string | undefined
  readonly access?: RelayAccess | undefined
  readonly notices?: ChangeNotices | undefined
  readonly redisUrl?: string | undefined
  readonly store?: StoreState | undefined
  readonly journal?: Pick<JournalOptions, 'database' | 'retention' | 'retentionShare'>
  readonly views?: Pick<Database, 'query'> | undefined
  readonly chartRegistryUrl?: string | undefined
  readonly identity?: IdentityService | undefined
}

interface Parts extends Pick<AppDeps, 'identity' | 'store'> {
  readonly backend: Pick<AttachedBackend, 'parts'>
  readonly replication: Parameters<typeof replicationPart>[0] | undefined
  readonly journal: Journal | undefined
}

const chooseRecorder = (journal: Journal | undefined, backend: AttachedBackend['kind']): FeedRecorder => {
  if (journal === undefined) return noRecorder
  return backend === 'embedded' ? journal : withUnconfirmedRows(journal)
}

const listParts = ({ backend, identity, store, replication, journal }: Parts, deps: Pick<AppDeps, 'journal'>) =>
  [
    ...backend.parts,
    ...(identity?.parts ?? []),
    journal && deps.journal && journalPart(journal, deps.journal.database),
    ...(store === undefined ? [] : storeParts(store)),
    replication && replicationPart(replication),
  ].filter((part) => part !== undefined)

export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, log, metrics, identity, store } = deps

  const app = createServer({ log, trustedProxies: config.trustedProxies })
  const backend = attachBackend(app, deps)
  const { ask, liveAccess } = backend

  const originGuard = createOriginGuard({ ...config, listeningPort: () => listeningPort(app.server) })
  const asItself = identity === undefined ? standaloneViewer(config.standaloneRoles) : relayItself
  await app.register(responseDefaults, { registry: metrics, publicUrl: config.publicUrl, hosted: backend.hosted })
  await app.register(access, { originGuard, signIn: backend.access, relayItself: asItself })
  if (backend.beforeRequests) await app.register(backend.beforeRequests)

  const fetchText = createFetchText(ask)
  const logReader = createLogReader(ask, backend.getName)
  const runScope = createRunScope(fetchText)
  const replication = deps.redisUrl === undefined ? undefined : await openReplication(deps.redisUrl, { log, metrics })
  const presence = createPresences(replication ?? localReplication, (topic, id) => live.hint([topic], { ids: [id] }))
  const topics = bindTopics({
    ask,
    summaryPath: config.summaryPath,
    runs: { isAnnounced: backend.kind === 'embedded' },
    isOwnBackend: backend.kind === 'embedded',
    runScope,
    logReader,
    presence,
    listUsers: identity?.listUsers,
    listStoreErrors: store?.listErrors,
    log,
  })
  const journal = deps.journal && openJournal(deps.journal, topics, { log, metrics })

  await app.register(statusRoutes, {
    registry: metrics,
    parts: listParts({ backend, identity, store, replication, journal }, deps),
    isAdministrator: createIsAdministrator(backend.access),
  })
  await app.register(explanationRoutes, { explain: createExplain(fetchText, backend.kind !== 'embedded') })
  if (identity) await app.register(identity.routes, { prefix: '/api/.ory' })
  if (identity?.accountRoutes) await app.register(identity.accountRoutes, { prefix: '/api' })
  const logs = { reader: logReader, findScope: createLogScope(liveAccess.findScope, runScope) }
  await app.register(backend.routes({ canRunCheck: createCanRunCheck(fetchText), logs }))
  if (journal) {
    await app.register(journalRoutes, {
      topics,
      findScope: liveAccess.findScope,
      findDenial: (feedKey) => live.findDenial(feedKey),
      page: journal.page,
    })
    app.addHook('onClose', journal.close)
  }
  if (deps.views) await app.register(viewRoutes, { views: createViewStore(deps.views) })
  await app.register(chartRoutes, { readChart: createChartRegistry({ url: deps.chartRegistryUrl }) })
  const settings = toPageSettings({
    backend: backend.kind,
    identity: identity?.kind ?? 'none',
    hosted: backend.hosted,
    signInByAddress: config.signInByAddress,
  })
  await app.register(pages, { root: deps.clientRoot, settings })

  const live = createLiveServer({
    server: app.server,
    topics,
    access: liveAccess,
    recorder: chooseRecorder(journal, backend.kind),
    replication: replication ?? localReplication,
    isAllowedOrigin: (request) => originGuard(request) === null,
    metrics,
    presence: everyPresence(Object.values(presence)),
    onPollError: (topic, error) => log.warn({ topic, err: error }, 'poll failed'),
    onUnread: (topic, error) => log.warn({ topic, err: error }, 'invalid rows skipped'),
  })
  followChanges(app, live, { topics, access: liveAccess, onChange: backend.onChange, notices: deps.notices })
  app.addHook('onClose', async () => {
    for (const each of Object.values(presence)) each.stop()
    await replication?.close()
  })
  if (journal) app.addHook('onListen', async () => live.follow())
  finishConnections(app, live.stop)
  return app
}
