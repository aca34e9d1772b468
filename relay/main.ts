import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ConfigError, readConfig, type Config } from '#relay/config/config.ts'
import { openStore } from '#relay/database/open-store.ts'
import { createLog } from '#relay/log/create-log.ts'
import { hidesSecrets } from '#relay/backend/secrets/hide-in-lines.ts'

const sourceTemplate = fileURLToPath(new URL('../dist/database/template.tar.gz', import.meta.url))
const template = existsSync(sourceTemplate) ? sourceTemplate : undefined
const readConfigOrError = (): Config | string => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

const config = readConfigOrError()
if (typeof config === 'string') {
  process.stderr.write(`Quarterdeck cannot start with this configuration.\n${config}\n`)
  process.exit(1)
}
const log = createLog({ level: config.logLevel, dataDir: config.dataDir, shown: hidesSecrets(process.env) })

const rotate = async (): Promise<void> => {
  const { rotateInstallationKey } = await import('#relay/rotate-installation-key.ts')
  const store = await openStore({ config, log, template })
  try {
    process.stdout.write(`${await rotateInstallationKey(config, store, log)}\n`)
  } finally {
    await store.database.close()
  }
  process.exit(0)
}

const start = async (): Promise<void> => {
  const [store, { startRelay }] = await Promise.all([
    openStore({ config, log, template }),
    import('#relay/start-relay.ts'),
  ])
  await startRelay({ config, log, store })
}

const [argument] = process.argv.slice(2)
const isRotation = argument === '--rotate-key'
if (argument !== undefined && !isRotation) {
  process.stderr.write(`Unknown argument ${argument}. Use no argument to start, or --rotate-key.\n`)
  process.exit(1)
}
try {
  await (isRotation ? rotate() : start())
} catch (error) {
  const failed = isRotation ? 'The key was not rotated' : 'Quarterdeck cannot start'
  log.fatal(error instanceof Error ? `${failed}: ${error.message}` : `${failed}.`)
  log.debug({ err: error }, 'startup failed')
  process.exit(1)
}
