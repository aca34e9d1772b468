import { Registry } from 'prom-client'
import type { FastifyBaseLogger } from 'fastify'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from '#relay/app.ts'
import type { RelayBackend } from '#relay/composition/relay-backend.ts'
import { settleLocalPerson } from '#relay/backend/people/local-person.ts'
import { startupSummary } from '#relay/startup-summary.ts'
import type { Config } from '#relay/config/config.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { openListener } from '#relay/database/server-listener.ts'
import type { Store } from '#relay/database/open-store.ts'
import { openEmbedded } from '#relay/composition/embedded-backend.ts'
import { createStoreState } from '#relay/http/store-state.ts'
import { openSignIn } from '#relay/composition/open-sign-in.ts'
import { openOrganisations } from '#relay/composition/organisations.ts'
import { stopOnSignals } from '#relay/stop-on-signals.ts'

const builtClient = fileURLToPath(new URL('../client', import.meta.url))
const clientRoot = existsSync(`${builtClient}/index.html`) ? builtClient : undefined

const finishWithinMs = 5_000

interface RelayParts {
  readonly config: Config
  readonly log: FastifyBaseLogger
  readonly store: Store
}

const openNotices = ({ config, log, store: { database } }: RelayParts, backend: RelayBackend) => {
  const url = backend.kind === 'remote' ? config.backendListenUrl : undefined
  const remote =
    url === undefined ? undefined : openListener(url, (error) => log.warn({ err: error }, 'database connection lost'))
  const own = backend.kind === 'embedded' && database.kind === 'server' ? database : undefined
  return { notices: remote ?? own, close: async () => remote?.close() }
}

const describe = (backend: RelayBackend): string | null => {
  if (backend.kind === 'organisations') return 'each organization uses its own backend'
  return backend.kind === 'remote' ? `using the backend at ${redactUrl(backend.url)}` : null
}

export const startRelay = async (parts: RelayParts): Promise<void> => {
  const { config, log } = parts
  const { database, disk, retentionShare } = parts.store
  const { publicUrl, redisUrl } = config
  const metrics = new Registry()
  await settleLocalPerson(database, config.authMode === 'standalone')
  const store = createStoreState(metrics, database, disk.state)

  const hosted = config.hosted && openOrganisations(config.hosted)
  const openBackend = async (): Promise<RelayBackend> => {
    if (hosted !== undefined) return { kind: 'organisations', organisations: hosted.organisations }
    if (config.backendUrl !== undefined) return { kind: 'remote', url: config.backendUrl }
    log.info('starting checks, playbooks and scrapers')
    return openEmbedded({ config, database, retentionShare, log, metrics })
  }
  const backend = await openBackend()
  const { notices, close: closeNotices } = openNotices(parts, backend)
  const signIn = await openSignIn({ config, log, database })

  const app = await buildApp({
    config,
    log,
    metrics,
    backend,
    clientRoot,
    notices,
    redisUrl,
    journal: { database, retention: config.journal, retentionShare },
    views: database,
    chartRegistryUrl: config.chartRegistryUrl,
    store,
    access: hosted?.access ?? signIn?.access,
    identity: signIn?.identity,
  })
  const ownUrl = await app.listen({
    host: config.host === 'localhost' ? '127.0.0.1' : config.host,
    port: config.port,
    listenTextResolver: (address) => `Quarterdeck is at ${address}`,
  })
  const consoleUrl = publicUrl ?? ownUrl
  if (redisUrl !== undefined) log.info(`sharing feeds through Redis at ${redactUrl(redisUrl)}`)
  if (publicUrl !== undefined) log.info(`public URL: ${publicUrl}`)
  const checked = async () => startupSummary((await app.inject(config.summaryPath)).body)
  log.info(describe(backend) ?? `${await checked()}; see ${consoleUrl}/health`)

  void signIn?.checkAddress(consoleUrl)
  const setUpLink = await signIn?.setUpLink(consoleUrl)
  // Printed to the terminal only: readers of the log must not become administrator.
  if (setUpLink)
    process.stdout.write(`\nThere is no administrator yet. Open this link once, within a day:\n${setUpLink}\n\n`)

  stopOnSignals(log, async () => {
    const impatience = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
    await app.close()
    await closeNotices()
    clearTimeout(impatience)
    await signIn?.stop()
    if (backend.kind === 'embedded') await backend.backend.stop()
    await database.close()
  })
}
