import { Registry } from 'prom-client'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from '#relay/app.ts'
import type { RelayBackend } from '#relay/composition/relay-backend.ts'
import { settleLocalPerson } from '#relay/backend/people/local-person.ts'
import { checkedSentence } from '#relay/checked-sentence.ts'
import { ConfigError, readConfig, type Config } from '#relay/config/config.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { openListener } from '#relay/database/open-listener.ts'
import { openStore, type Store } from '#relay/database/open-store.ts'
import { openEmbedded } from '#relay/composition/embedded-backend.ts'
import { createStoreState } from '#relay/http/store-state.ts'
import { createLog } from '#relay/log/create-log.ts'
import { hidesSecrets } from '#relay/backend/secrets/hide-in-lines.ts'
import { openSignIn } from '#relay/composition/open-sign-in.ts'
import { openOrganisations } from '#relay/composition/organisations.ts'
import { rotateInstallationKey } from '#relay/rotate-installation-key.ts'
import { stopOnSignals } from '#relay/stop-on-signals.ts'

/** The packed database that a build leaves, for a quick first start from source; the bundle finds its own. */
const sourceTemplate = fileURLToPath(new URL('../dist/database/template.tar.gz', import.meta.url))
const template = existsSync(sourceTemplate) ? sourceTemplate : undefined
const builtClient = fileURLToPath(new URL('../client', import.meta.url))
const clientRoot = existsSync(`${builtClient}/index.html`) ? builtClient : undefined

const finishWithinMs = 5_000

const configOrProblem = (): Config | string => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

const config = configOrProblem()
if (typeof config === 'string') {
  process.stderr.write(`Quarterdeck cannot start with this configuration.\n${config}\n`)
  process.exit(1)
}
const log = createLog({ level: config.logLevel, dataDir: config.dataDir, shown: hidesSecrets(process.env) })

const rotate = async (): Promise<void> => {
  const store = await openStore({ config, log, template })
  try {
    process.stdout.write(`${await rotateInstallationKey(config, store, log)}\n`)
  } finally {
    await store.database.close()
  }
  process.exit(0)
}

/** What the backend's database tells of changes by itself. */
const noticesOf = (backend: RelayBackend, database: Store['database']) => {
  const url = backend.kind === 'remote' ? config.backendListenUrl : undefined
  const remote =
    url === undefined
      ? undefined
      : openListener(url, (error) => log.warn({ err: error }, 'a database connection broke'))
  const own = backend.kind === 'embedded' && database.kind === 'server' ? database : undefined
  return { notices: remote ?? own, close: async () => remote?.close() }
}

const describe = (backend: RelayBackend): string | null => {
  if (backend.kind === 'organisations') return 'each organisation sees what its own backend knows'
  return backend.kind === 'remote' ? `it shows what the backend at ${redactUrl(backend.url)} knows` : null
}

const start = async () => {
  const { publicUrl, redisUrl } = config
  const metrics = new Registry()
  const { database, disk, retentionShare } = await openStore({ config, log, template })
  await settleLocalPerson(database, config.authMode === 'standalone')
  const store = createStoreState(metrics, database, disk.state)

  const hosted = config.hosted && openOrganisations(config.hosted)
  const openBackend = async (): Promise<RelayBackend> => {
    if (hosted !== undefined) return { kind: 'organisations', organisations: hosted.organisations }
    if (config.backendUrl !== undefined) return { kind: 'remote', url: config.backendUrl }
    return openEmbedded({ config, database, retentionShare, log, metrics })
  }
  const backend = await openBackend()
  const { notices, close: closeNotices } = noticesOf(backend, database)
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
  if (redisUrl !== undefined) log.info(`it shares what it follows at ${redactUrl(redisUrl)}`)
  if (publicUrl !== undefined) log.info(`browsers reach it at ${publicUrl}`)
  const checked = async () => checkedSentence((await app.inject(config.summaryPath)).body)
  log.info(describe(backend) ?? `${await checked()}; watch at ${consoleUrl}/health`)

  void signIn?.checkAddress(consoleUrl)
  const setUpLink = await signIn?.setUpLink(consoleUrl)
  // To the terminal alone: who reads the log later must not become administrator.
  if (setUpLink) process.stdout.write(`\nNobody is administrator yet. Open this once, within a day:\n${setUpLink}\n\n`)

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

const [argument] = process.argv.slice(2)
const isRotation = argument === '--rotate-key'
if (argument !== undefined && !isRotation) {
  process.stderr.write(`There is no argument ${argument}. Give none to start, or --rotate-key.\n`)
  process.exit(1)
}
try {
  await (isRotation ? rotate() : start())
} catch (error) {
  const failed = isRotation ? 'The key was not rotated' : 'Quarterdeck cannot start'
  log.fatal(error instanceof Error ? `${failed}: ${error.message}` : `${failed}.`)
  log.debug({ err: error }, 'why')
  process.exit(1)
}
