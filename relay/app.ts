import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
} from 'fastify'
import type { Registry } from 'prom-client'
import { constants } from 'node:zlib'
import { decide } from '#shared/access/decide.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { playbookLog, playbookRun, runWatchers } from '#shared/playbooks/playbook-topics.ts'
import { users } from '#shared/settings/users-topic.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import { access } from '#relay/access/access.ts'
import { createExplain } from '#relay/access/explain.ts'
import { explanationRoutes } from '#relay/access/explanation-routes.ts'
import { createOriginGuard } from '#relay/access/origin-guard.ts'
import { relayItself, standaloneAccess, standaloneViewer } from '#relay/access/standalone.ts'
import type { SignIn } from '#relay/access/sign-in.ts'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'
import { withGrants } from '#relay/access/with-grants.ts'
import type { Backend } from '#relay/backend/backend.ts'
import { accessMatrix } from '#relay/backend/data-api/access/access-matrix.ts'
import { createGate } from '#relay/backend/data-api/access/gate.ts'
import type { Config } from '#relay/config/config.ts'
import { listeningPort } from '#relay/config/listening-address.ts'
import type { Database } from '#relay/database/database.ts'
import { handleErrors } from '#relay/errors/error-handler.ts'
import { limitBodies } from '#relay/http/body-limits.ts'
import { contentPolicy } from '#relay/http/content-policy.ts'
import { pageSettingsOf, type PageFacts } from '#relay/http/page-settings.ts'
import { pages } from '#relay/http/pages.ts'
import { requestLog } from '#relay/http/request-log.ts'
import { requestMetrics } from '#relay/http/request-metrics.ts'
import { statusRoutes } from '#relay/http/status-routes.ts'
import { diskPart, type StoreState } from '#relay/http/store-state.ts'
import { noRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { journalPart, openJournal } from '#relay/live/journal/open-journal.ts'
import { journalRoutes } from '#relay/live/journal/journal-routes.ts'
import type { JournalOptions } from '#relay/live/journal/journal.ts'
import { ownLine } from '#relay/live/replication/replication.ts'
import { linePart, openLine } from '#relay/live/replication/open-replication.ts'
import type { LiveAccess } from '#relay/live/delivery/live-access.ts'
import { createLiveServer } from '#relay/live/delivery/live-server.ts'
import { followNotices } from '#relay/live/feeds/change-notices.ts'
import { createChangeIndex } from '#relay/live/feeds/change-index.ts'
import { createPresence } from '#relay/live/delivery/presence.ts'
import { createFetchText, type AskBackend } from '#relay/live/sources/fetch-text.ts'
import { createCheckScope } from '#relay/live/sources/check-scope.ts'
import { createRunScope } from '#relay/live/sources/playbooks/run-scope.ts'
import { createLogReader } from '#relay/live/sources/playbooks/log-reader.ts'
import { logRoutes } from '#relay/live/sources/playbooks/log-routes.ts'
import { askEmbedded } from '#relay/proxy/ask-embedded.ts'
import { askIdentityHealth, askOwnPerson } from '#relay/proxy/ask-identity.ts'
import { backendAddressOf } from '#relay/proxy/backend-address.ts'
import { backendProxy } from '#relay/proxy/backend-proxy.ts'
import type { MayRunCheck } from '#relay/proxy/check-run-guard.ts'
import { identityProxy, type IdentityProxyOptions } from '#relay/proxy/identity-proxy.ts'
import { fetchRemote } from '#relay/proxy/fetch-remote.ts'
import type { MayUseRelation } from '#relay/proxy/standalone-guard.ts'
import { createServiceState, watched, type ServiceState } from '#relay/proxy/service-state.ts'
import {
  askedByPages,
  askOrganisation,
  asksForViewer,
  organisationBackendName,
  organisationRoutes,
  type Organisations,
} from '#relay/organisations.ts'
import { bindTopics } from '#relay/topics.ts'

/** Users whose roles, or accounts as well, are kept by this relay. */
interface OwnUsers {
  /** What the users page asks of accounts. */
  readonly accountRoutes: FastifyPluginAsync
  readonly listUsers: () => Promise<readonly UserRow[]>
}

interface EmbeddedIdentity extends OwnUsers {
  readonly routes: FastifyPluginAsync
}

interface RemoteIdentityService extends Partial<OwnUsers>, Pick<IdentityProxyOptions, 'onFlowStep'> {
  readonly url: string
  /** Whether it answers, as whoever asks it found out. */
  readonly state?: ServiceState
}

export interface AppDeps {
  readonly config: Pick<
    Config,
    'host' | 'publicUrl' | 'allowedHosts' | 'trustedProxies' | 'standaloneRoles' | 'summaryPath' | 'signInByAddress'
  >
  readonly log: FastifyBaseLogger
  /** What `/metrics` shows; whoever composes the relay may have put more into it. */
  readonly metrics: Registry
  /** The embedded backend with its database, the address of a remote one, or the organisations that each have one. */
  readonly backend:
    | { readonly embedded: Backend; readonly database: Database }
    | { readonly url: string }
    | { readonly organisations: Organisations }
  /** The folder of the built client; undefined in development, where Vite serves it. */
  readonly clientRoot: string | undefined
  /** Who is asking; the one local person when it is left out. */
  readonly access?: (LiveAccess & Pick<SignIn, 'lacksAccess'>) | undefined
  /** The database of the backend, where it says what changed; the timers find out without it. */
  readonly notices?: Pick<Database, 'listen'> | undefined
  /** Where several relays share what they follow; this one is alone when it is left out. */
  readonly redisUrl?: string | undefined
  /** How the relay's own store is; nothing is said of it when it is left out. */
  readonly store?: StoreState | undefined
  /** The relay's own database, for the journal, and how much of it is kept. No journal is kept when it is left out. */
  readonly journal?: Pick<JournalOptions, 'database' | 'retention' | 'retentionShare'>
  /** The ways in: the routes of the embedded identity service, or the address of a remote one. Nobody signs in without. */
  readonly identity?: EmbeddedIdentity | RemoteIdentityService | undefined
}

const dataApiGate = createGate(accessMatrix)
const mayUseRelation: MayUseRelation = (viewer, method, relation) =>
  dataApiGate(viewer, method, relation).kind === 'allowed'

/** Everything that one relay is, composed and ready to listen. Closing it finishes what is in flight. */
export const buildApp = async (deps: AppDeps): Promise<FastifyInstance> => {
  const { config, log, metrics, backend, clientRoot, identity } = deps
  const remote = 'url' in backend ? backendAddressOf(backend.url) : undefined
  const signIn = deps.access ?? standaloneAccess(config.standaloneRoles, remote && askOwnPerson(remote))
  const liveAccess = 'embedded' in backend ? withGrants(signIn, backend.embedded.permissions) : signIn
  const organisations = 'organisations' in backend ? backend.organisations : undefined

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 60_000,
    // A plugin may read the database first, which takes what it takes on a busy machine: no reason to end the start.
    pluginTimeout: 0,
    trustProxy: [...config.trustedProxies],
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2_000 },
  })
  const originGuard = createOriginGuard({ ...config, listeningPort: () => listeningPort(app.server) })

  handleErrors(app)
  limitBodies(app)
  app.addHook('onRequest', forgetForwardedHost)
  await app.register(requestMetrics, { registry: metrics })
  await app.register(requestLog)
  const hosted = organisations && { asks: askedByPages(organisations) }
  await app.register(helmet, contentPolicy({ publicUrl: config.publicUrl, hosted }))
  await app.register(compress, { threshold: 1_024, brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } } })
  const asksItself = identity === undefined ? standaloneViewer(config.standaloneRoles) : relayItself
  await app.register(access, { originGuard, signIn: liveAccess, relayItself: asksItself })

  if (organisations !== undefined) {
    await app.register(asksForViewer, { scopeOf: (viewer: Viewer) => liveAccess.scopeOf(viewer, playbookLog) })
  }

  const askOne = remote === undefined ? askEmbedded(app) : fetchRemote(remote)
  const ask = organisations === undefined ? askOne : askOrganisation(organisations)
  const fetchText = createFetchText(ask)
  const logReader = createLogReader(ask, organisations && organisationBackendName(organisations))
  const runScope = createRunScope(fetchText)
  await app.register(explanationRoutes, { explain: createExplain(fetchText, !('embedded' in backend)) })
  const presence = createPresence({
    topic: playbookRun.name,
    param: 'runId',
    onChange: (runId) => live.hint([runWatchers.name], { ids: [runId] }),
  })

  const topics = bindTopics({
    ask,
    summaryPath: config.summaryPath,
    runs: { isAnnounced: 'embedded' in backend },
    runScope,
    logReader,
    watchersOf: presence.at,
    listUsers: identity?.listUsers,
    troubles: deps.store?.troubles,
    log,
  })
  const changes = createChangeIndex(topics)
  const journal = deps.journal === undefined ? undefined : openJournal(deps.journal, topics, { log, metrics })

  const line = deps.redisUrl === undefined ? undefined : await openLine(deps.redisUrl, { log, metrics })

  const parts = [
    ...partsOf(backend, ask),
    ...(identity !== undefined && 'url' in identity ? [identityPart(identity)] : []),
    ...(journal === undefined ? [] : [journalPart(journal)]),
    ...(deps.store === undefined ? [] : [diskPart(deps.store)]),
    ...(line === undefined ? [] : [linePart(line)]),
  ]
  await app.register(statusRoutes, { registry: metrics, parts })
  if (identity !== undefined) await app.register(waysIn(identity, config.publicUrl), { prefix: '/api/.ory' })
  if (identity?.accountRoutes) await app.register(identity.accountRoutes, { prefix: '/api' })
  const runsCheck = createCheckScope(fetchText, 'playbook:run')
  const mayRunCheck: MayRunCheck = async (viewer, checkId, signal) => {
    const question = { action: 'playbook:run', resource: 'canaries' } as const
    const { answer } = decide(viewer, question, { nowMs: Date.now() })
    return answer === 'some' ? isId(checkId) && runsCheck(viewer, { checkId }, signal) : answer === 'allowed'
  }
  const standalone = identity === undefined ? { mayUse: mayUseRelation } : undefined
  if (organisations === undefined && (remote === undefined || standalone !== undefined))
    await app.register(whoamiRoutes, { prefix: '/api' })
  if (remote !== undefined || organisations !== undefined) {
    const mayRead = async (viewer: Viewer, actionId: string, signal: AbortSignal) => {
      if (liveAccess.scopeOf(viewer, playbookLog) !== null) return 'all'
      if (liveAccess.scopeOf(viewer, { ...playbookLog, narrows: true }) === null) return 'none'
      return (await runScope.ofAction(viewer, actionId, signal)) ? 'this' : 'others'
    }
    await app.register(logRoutes, { prefix: '/api', reader: logReader, mayRead })
  }
  if (organisations !== undefined)
    await app.register(organisationRoutes, { organisations, publicUrl: config.publicUrl, mayRunCheck })
  if (remote !== undefined)
    await app.register(backendProxy, { prefix: '/api', address: remote, standalone, mayRunCheck })
  if ('embedded' in backend) await app.register(backend.embedded.routes, { prefix: '/api' })
  if (journal !== undefined) {
    await app.register(journalRoutes, { topics, scopeOf: liveAccess.scopeOf, page: journal.page })
    app.addHook('onClose', journal.close)
  }
  await app.register(pages, { root: clientRoot, settings: pageSettingsOf(pageFactsOf(deps)) })

  const live = createLiveServer({
    server: app.server,
    topics,
    access: organisations === undefined ? liveAccess : watchesWithRights(liveAccess, organisations),
    recorder: journal ?? noRecorder,
    line: line ?? ownLine,
    isOurs: (request) => originGuard(request) === null,
    metrics,
    presence,
    onPollError: (topic, error) => log.warn({ topic, err: error }, 'a source could not be asked'),
  })
  const forgetPeople = liveAccess.onChange(() => live.hint([users.name]))
  app.addHook('onClose', async () => forgetPeople())
  if ('embedded' in backend)
    backend.embedded.onChange((change) => live.hint(changes.ofRelations([change.relation]), change))
  if (deps.notices !== undefined) {
    const onTrouble = (error: unknown) =>
      log.warn({ err: error }, "the backend's notices cannot be heard; trying again")
    const everything = topics.map(({ name }) => name)
    const stopListening = followNotices({
      listen: deps.notices.listen,
      topicsOf: changes.ofRelations,
      onHint: (names, about) => live.hint(names ?? everything, about),
      onTrouble,
    })
    app.addHook('onClose', stopListening)
  }
  app.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode < 400) live.askNow(changes.ofRequest(request.method, request.url))
  })
  if (line !== undefined) app.addHook('onClose', line.close)
  if (journal !== undefined) app.addHook('onListen', async () => live.follow())
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    live.stop()
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  return app
}

/** Who watches shares rows with others of the same rights: those that the organisation's backend tells of count too. */
const watchesWithRights = (access: LiveAccess, { withRights }: Organisations): LiveAccess => ({
  ...access,
  viewerOf: async (asking) => {
    const viewer = await access.viewerOf(asking)
    return viewer === null ? null : withRights(viewer)
  },
})

/** The host that counts is the one that the gate looks at; what a proxy was asked for is PUBLIC_URL's to say. */
const forgetForwardedHost = async ({ headers }: FastifyRequest) => {
  delete headers['x-forwarded-host']
}

const waysIn = (identity: NonNullable<AppDeps['identity']>, publicUrl: string | undefined): FastifyPluginAsync =>
  'routes' in identity
    ? identity.routes
    : async (app) => {
        await app.register(identityProxy, {
          address: backendAddressOf(identity.url),
          publicUrl,
          onFlowStep: identity.onFlowStep,
          state: identity.state ?? createServiceState(),
        })
      }

/** Without it nobody new signs in; whoever is signed in is trusted for a minute. */
const identityPart = ({ url, state = createServiceState() }: RemoteIdentityService) => ({
  name: 'identity',
  isSpare: true,
  check: watched((signal: AbortSignal) => askIdentityHealth(backendAddressOf(url), signal), state),
  downSince: state.downSince,
})

const pageFactsOf = ({ backend, identity, config }: AppDeps): PageFacts => ({
  backend: 'organisations' in backend ? 'organisations' : 'url' in backend ? 'remote' : 'embedded',
  identity: identity === undefined ? 'none' : 'routes' in identity ? 'embedded' : 'remote',
  hosted: 'organisations' in backend ? backend.organisations.settings : undefined,
  signInByAddress: config.signInByAddress,
})

const partsOf = (backend: AppDeps['backend'], ask: AskBackend) => {
  if ('organisations' in backend) return []
  if ('embedded' in backend) {
    const database = async () => void (await backend.database.query('select 1'))
    const about = async (signal: AbortSignal) => {
      const { status } = await ask('/api/canary/about', signal)
      if (status >= 400) throw new Error(`It answered with error ${status}.`)
    }
    return [
      { name: 'database', check: database },
      { name: 'backend', check: about },
      {
        name: 'exec',
        check: async () => undefined,
        detail: { mode: backend.embedded.sandbox.kind, report: backend.embedded.sandbox.report },
      },
    ]
  }
  const health = async (signal: AbortSignal) => {
    const { status } = await ask('/api/health', signal)
    if (status >= 500) throw new Error(`It answered with error ${status}.`)
  }
  return [{ name: 'backend', check: health }]
}
