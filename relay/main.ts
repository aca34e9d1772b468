import { Registry } from 'prom-client'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildApp } from '#relay/app.ts'
import { startBackend } from '#relay/backend/backend.ts'
import { settleLocalPerson } from '#relay/backend/people/local-person.ts'
import { limitedSandbox } from '#relay/backend/sandbox/limits.ts'
import { openSandbox } from '#relay/backend/sandbox/open-sandbox.ts'
import { checkedSentence } from '#relay/checked-sentence.ts'
import { ConfigError, readConfig, type Config } from '#relay/config/config.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { createCheckMetrics } from '#relay/http/check-metrics.ts'
import { closeDataDir } from '#relay/database/close-data-dir.ts'
import { watchDisk, type DiskState } from '#relay/database/disk-space.ts'
import { retentionByDisk, wholeRetention } from '#relay/database/retention-share.ts'
import { openListener } from '#relay/database/open-listener.ts'
import { openDatabase } from '#relay/database/open-database.ts'
import { createStoreState } from '#relay/http/store-state.ts'
import { openOrganisations } from '#relay/organisations.ts'
import { openSignIn } from '#relay/open-sign-in.ts'
import { createLog } from '#relay/log.ts'

/** The packed database that a build leaves, for a quick first start from source; the bundle finds its own. */
const sourceTemplate = fileURLToPath(new URL('../dist/database/template.tar.gz', import.meta.url))
const template = existsSync(sourceTemplate) ? sourceTemplate : undefined

const finishWithinMs = 5_000
/** Whatever hangs, a relay that was told to end is gone after so long; what was acknowledged is on the disk. */
const endWithinMs = 30_000
/** A terminal and npm each pass one Ctrl-C on, so that one press arrives twice. */
const samePressMs = 500

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
const log = createLog(config.logLevel)

const start = async () => {
  await closeDataDir(config.dataDir)
  const metrics = new Registry()
  const url = config.databaseUrl
  log.info(`opening the database ${url === undefined ? `in ${config.dataDir}` : `at ${redactUrl(url)}`}`)
  const onConnectionError = (error: Error) => log.warn({ err: error }, 'a database connection broke')
  const onFailure = (error: Error) => log.error({ err: error }, 'the database could not be backed up; it goes on')
  const backups = config.databaseBackups && { ...config.databaseBackups, onFailure }
  const onOutage = (reason: string) => log.error({ reason }, 'the embedded database is started again')
  const onUpkeepFailure = (error: unknown) =>
    log.warn({ err: error }, 'the database could not be tidied; it is tried again')
  const events = { onConnectionError, onOutage, onUpkeepFailure }
  const database = await openDatabase({ url, dataDir: config.dataDir, template, backups, ...events })
  const disk = await watchDisk(config.dataDir, { warnBytes: config.warnFreeBytes })
  const onDisk = ({ level, freeBytes }: DiskState) => {
    if (level === 'enough')
      return log.info({ freeBytes }, 'the disk of DATA_DIR has room again: all is kept as long as before')
    const removal = database.kind === 'embedded' ? '; what is old is removed sooner' : ''
    return log.warn({ freeBytes }, `the disk of DATA_DIR is ${level === 'full' ? 'full' : 'nearly full'}${removal}`)
  }
  await settleLocalPerson(database, config.authMode === 'standalone')
  if (disk.state().level !== 'enough') onDisk(disk.state())
  disk.onChange(onDisk)
  const store = createStoreState(metrics, database, disk.state)
  // What lies on a server takes no room on this disk.
  const retentionShare = database.kind === 'embedded' ? retentionByDisk(disk) : wholeRetention
  const openEmbedded = async () => {
    const { resourcesDir, dataDir, secretsKey } = config
    const { limits, ...exec } = config.exec
    const sandbox = await limitedSandbox(await openSandbox({ ...exec, dataDir, resourcesDir }), limits)
    log.info(sandbox.report)
    const metered = createCheckMetrics(metrics)
    const embedded = await startBackend({
      database,
      resourcesDir,
      dataDir,
      secretsKey,
      sandbox,
      log,
      retentionShare,
      ...metered,
    })
    return { embedded, database }
  }
  const hosted = config.hosted && openOrganisations(config.hosted)
  const openBackend = async () => (config.backendUrl === undefined ? openEmbedded() : { url: config.backendUrl })
  const backend = hosted === undefined ? await openBackend() : { organisations: hosted.organisations }
  const listenUrl = config.backendUrl === undefined ? undefined : config.backendListenUrl
  const remoteNotices = listenUrl === undefined ? undefined : openListener(listenUrl, onConnectionError)
  const ownNotices = 'embedded' in backend && database.kind === 'server' ? database : undefined
  const built = fileURLToPath(new URL('../client', import.meta.url))
  const clientRoot = existsSync(`${built}/index.html`) ? built : undefined
  const signIn = await openSignIn({ config, log, database })
  const app = await buildApp({
    config,
    log,
    metrics,
    backend,
    clientRoot,
    notices: remoteNotices ?? ownNotices,
    redisUrl: config.redisUrl,
    journal: { database, retention: config.journal, retentionShare },
    store,
    access: hosted?.access ?? signIn?.access,
    identity: signIn?.identity,
  })
  const ownUrl = await app.listen({
    host: config.host === 'localhost' ? '127.0.0.1' : config.host,
    port: config.port,
    listenTextResolver: (address) => `Quarterdeck is at ${address}`,
  })
  if (config.redisUrl !== undefined) log.info(`it shares what it follows at ${redactUrl(config.redisUrl)}`)
  if (config.publicUrl !== undefined) log.info(`browsers reach it at ${config.publicUrl}`)
  if ('organisations' in backend) log.info('each organisation sees what its own backend knows')
  else if ('url' in backend) log.info(`it shows what the backend at ${redactUrl(backend.url)} knows`)
  else
    log.info(
      `${checkedSentence((await app.inject(config.summaryPath)).body)}; watch at ${config.publicUrl ?? ownUrl}/health`,
    )

  void signIn?.checkAddress(config.publicUrl ?? ownUrl)
  const setUpLink = await signIn?.setUpLink(config.publicUrl ?? ownUrl)
  // To the terminal alone: who reads the log later must not become administrator.
  if (setUpLink) process.stdout.write(`\nNobody is administrator yet. Open this once, within a day:\n${setUpLink}\n\n`)

  let stoppingSinceMs: number | undefined
  const stop = async (signal: string) => {
    if (stoppingSinceMs !== undefined) {
      if (Date.now() - stoppingSinceMs > samePressMs) process.exit(1)
      return
    }
    stoppingSinceMs = Date.now()
    log.info(`${signal}: finishing what is in flight; once more ends at once`)
    setTimeout(() => {
      log.error(`something did not end within ${endWithinMs / 1_000} seconds; the relay ends without it`)
      process.exit(1)
    }, endWithinMs).unref()
    const impatience = setTimeout(() => app.server.closeAllConnections(), finishWithinMs)
    await app.close()
    await remoteNotices?.close()
    clearTimeout(impatience)
    await signIn?.stop()
    if ('embedded' in backend) await backend.embedded.stop()
    await database.close()
    log.info('stopped')
    process.exit(0)
  }
  const onSignal = (signal: string) => {
    stop(signal).catch((error: unknown) => {
      log.fatal({ err: error }, 'the relay could not stop cleanly')
      process.exit(1)
    })
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

try {
  await start()
} catch (error) {
  log.fatal(error instanceof Error ? `Quarterdeck cannot start: ${error.message}` : 'Quarterdeck cannot start.')
  log.debug({ err: error }, 'why')
  process.exit(1)
}
