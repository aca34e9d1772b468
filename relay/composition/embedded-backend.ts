import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import { reportDifferences, summarizeRelays, type RelayRow } from '#shared/relays/relays-topic.ts'
import { canaryAboutRoute } from '#shared/health/check-routes.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'
import { withGrants } from '#relay/access/with-grants.ts'
import type { AttachedBackend, AttachOptions } from './attached-backend.ts'
import type { Reporter } from '#relay/backend/agents/reporter.ts'
import { startBackend, type Backend } from '#relay/backend/engine/backend.ts'
import { listRelays } from '#relay/backend/relays/list-relays.ts'
import { toPublicReason } from '#relay/backend/resources/public-reason.ts'
import { locate } from '#relay/backend/resources/resource-document.ts'
import { limitedSandbox } from '#relay/backend/process/limits.ts'
import { openSandbox } from '#relay/backend/process/open-sandbox.ts'
import { expressionHealth } from '#relay/backend/templates/expression-health.ts'
import type { Config } from '#relay/config/config.ts'
import type { Database } from '#relay/database/database.ts'
import type { RetentionShare } from '#relay/database/retention-share.ts'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import type { Part } from '#relay/http/status-routes.ts'
import type { AskBackend } from '#relay/live/sources/fetch-text.ts'
import { askEmbedded } from '#relay/proxy/ask-embedded.ts'

export interface EmbeddedBackend {
  readonly kind: 'embedded'
  readonly backend: Backend
  readonly database: Database
}

interface OpenOptions {
  readonly config: Pick<
    Config,
    | 'resourcesDir'
    | 'dataDir'
    | 'secretsKeys'
    | 'exec'
    | 'smtpUrl'
    | 'mailFrom'
    | 'publicUrl'
    | 'upstream'
    | 'relayLeaseMs'
  >
  readonly database: Database
  readonly retentionShare: RetentionShare
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

export const openEmbedded = async (options: OpenOptions): Promise<EmbeddedBackend> => {
  const { database, retentionShare, log, metrics } = options
  const { resourcesDir, dataDir, secretsKeys, exec, smtpUrl, mailFrom, publicUrl, upstream, relayLeaseMs } =
    options.config
  const { limits, ...policy } = exec
  const sandbox = await limitedSandbox(await openSandbox({ ...policy, dataDir, resourcesDir }), limits)
  log.info({ mode: sandbox.kind, report: sandbox.report }, 'exec sandbox')
  const backend = await startBackend({
    database,
    resourcesDir,
    dataDir,
    secretsKeys,
    sandbox,
    log,
    retentionShare,
    publicUrl,
    upstream,
    leaseSeconds: relayLeaseMs / 1_000,
    mail: smtpUrl === undefined ? undefined : { url: smtpUrl, from: mailFrom },
    ...createCheckMetrics(metrics),
  })
  if (backend.reporter !== undefined) waitingGauge(backend.reporter, metrics)
  return { kind: 'embedded', backend, database }
}

const waitingGauge = (reporter: Reporter, registry: Registry) =>
  new Gauge({
    name: 'quarterdeck_upstream_waiting_rows',
    help: 'Rows not yet sent to the upstream.',
    registers: [registry],
    async collect() {
      this.set(await reporter.waiting())
    },
  })

const upstreamPart = (reporter: Reporter): Part => ({
  name: 'upstream',
  isOptional: true,
  check: async () => {
    const failure = reporter.failure()
    if (failure !== undefined) throw new Error(failure.reason)
  },
  downSince: () => {
    const failure = reporter.failure()
    return failure === undefined ? null : new Date(failure.since)
  },
})

const notificationsPart = ({ undelivered, engineStates: { notifications } }: Backend): Part => ({
  name: 'notifications',
  isOptional: true,
  hasStarted: notifications.hasStarted,
  check: async () => {
    const failure = notifications.failure()
    if (failure !== undefined) throw new Error(`Notification processing failed: ${failure}`)
    const deliveryError = await undelivered()
    if (deliveryError !== undefined) throw new Error(deliveryError)
  },
})

const incidentsPart = ({ engineStates: { incidents } }: Backend): Part => ({
  name: 'incidents',
  isOptional: true,
  hasStarted: incidents.hasStarted,
  check: async () => {
    const failure = incidents.failure()
    if (failure !== undefined) throw new Error(`Incident update failed: ${failure}`)
  },
})

const reportedMax = 20
const reportedCharactersMax = 500

/** A rejected document leaves the relay ready: its last valid version stays active. */
const documentsPart = ({ rejectedDocuments }: Backend): Part => ({
  name: 'documents',
  isOptional: true,
  check: async () => undefined,
  detail: () => ({ mode: `${rejectedDocuments.count()} rejected` }),
  reportToAdministrators: () => {
    const { total, documents } = rejectedDocuments.page({ limit: reportedMax })
    const texts = documents.map(({ file, line, column, reason, kind, name }) => {
      const publicReason = toPublicReason(reason)
      const text = file === '' ? `${kind} ${name}: ${publicReason}` : locate(file, { line, column }, publicReason)
      return text.slice(0, reportedCharactersMax)
    })
    const others = total - texts.length
    return [...texts, ...(others > 0 ? [`${others} more`] : [])].join('\n')
  },
})

/** Not ready while it drains, so that proxies take it out. Without the database another part is down. */
const relaysPart = ({ backend, database }: EmbeddedBackend): Part => {
  let relays: readonly RelayRow[] = []
  return {
    name: 'relays',
    check: async () => {
      relays = await listRelays(database).catch(() => relays)
      if (backend.work.isDrained) throw new Error('Draining: the other relays take over its work.')
    },
    detail: () => ({ mode: summarizeRelays(relays) }),
    reportToAdministrators: () => reportDifferences(relays),
  }
}

const permissionsPart = ({ permissions }: Backend): Part => ({
  name: 'permissions',
  check: async () => void (await permissions.of({ id: '', roles: [] })),
})

const listParts = (embedded: EmbeddedBackend, ask: AskBackend): readonly Part[] => {
  const { backend, database } = embedded
  return [
    { name: 'database', check: async () => void (await database.query('select 1')) },
    {
      name: 'backend',
      check: async (signal) => {
        const { status } = await ask(canaryAboutRoute.path, signal)
        if (status >= 400) throw new Error(`Responded with status ${status}.`)
      },
    },
    { name: 'expressions', check: expressionHealth().check },
    {
      name: 'exec',
      check: async () => undefined,
      detail: () => ({ mode: backend.sandbox.kind, report: backend.sandbox.report }),
    },
    documentsPart(backend),
    relaysPart(embedded),
    permissionsPart(backend),
    notificationsPart(backend),
    incidentsPart(backend),
    ...(backend.reporter === undefined ? [] : [upstreamPart(backend.reporter)]),
  ]
}

export const attachEmbedded = (
  app: FastifyInstance,
  embedded: EmbeddedBackend,
  { config, access: signIn = standaloneAccess(config.standaloneRoles) }: AttachOptions,
): AttachedBackend => {
  const { backend } = embedded
  const ask = askEmbedded(app)
  const access = withGrants(signIn, backend.permissions)
  return {
    kind: 'embedded',
    ask,
    access,
    liveAccess: access,
    parts: listParts(embedded, ask),
    routes: () => async (app) => {
      await app.register(whoamiRoutes, { prefix: '/api' })
      await app.register(backend.routes, { prefix: '/api' })
    },
    onChange: (listener) => backend.onChange(listener),
  }
}
