import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { canaryAboutRoute } from '#shared/health/check-routes.ts'
import { standaloneAccess } from '#relay/access/standalone.ts'
import { whoamiRoutes } from '#relay/access/whoami-routes.ts'
import { withGrants } from '#relay/access/with-grants.ts'
import type { AttachedBackend, AttachOptions } from './attached-backend.ts'
import { startBackend, type Backend } from '#relay/backend/backend.ts'
import { limitedSandbox } from '#relay/backend/sandbox/limits.ts'
import { openSandbox } from '#relay/backend/sandbox/open-sandbox.ts'
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
    'resourcesDir' | 'dataDir' | 'secretsKey' | 'exec' | 'smtpUrl' | 'mailFrom' | 'publicUrl'
  >
  readonly database: Database
  readonly retentionShare: RetentionShare
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
}

/** Starts the embedded backend as the configuration says, with its programs in the sandbox that this machine offers. */
export const openEmbedded = async (options: OpenOptions): Promise<EmbeddedBackend> => {
  const { database, retentionShare, log, metrics } = options
  const { resourcesDir, dataDir, secretsKey, exec, smtpUrl, mailFrom, publicUrl } = options.config
  const { limits, ...policy } = exec
  const sandbox = await limitedSandbox(await openSandbox({ ...policy, dataDir, resourcesDir }), limits)
  log.info(sandbox.report)
  const backend = await startBackend({
    database,
    resourcesDir,
    dataDir,
    secretsKey,
    sandbox,
    log,
    retentionShare,
    publicUrl,
    mail: smtpUrl === undefined ? undefined : { url: smtpUrl, from: mailFrom },
    ...createCheckMetrics(metrics),
  })
  return { kind: 'embedded', backend, database }
}

const partsOf = ({ backend: { sandbox }, database }: EmbeddedBackend, ask: AskBackend): readonly Part[] => [
  { name: 'database', check: async () => void (await database.query('select 1')) },
  {
    name: 'backend',
    check: async (signal) => {
      const { status } = await ask(canaryAboutRoute.path, signal)
      if (status >= 400) throw new Error(`It answered with error ${status}.`)
    },
  },
  { name: 'exec', check: async () => undefined, detail: { mode: sandbox.kind, report: sandbox.report } },
]

/** The backend within this process: the relay asks itself, and decides who may do what. */
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
    parts: partsOf(embedded, ask),
    routes: () => async (app) => {
      await app.register(whoamiRoutes, { prefix: '/api' })
      await app.register(backend.routes, { prefix: '/api' })
    },
    onChange: (listener) => backend.onChange(listener),
  }
}
