import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { ConfigError, readConfig } from '#relay/config/config.ts'
import { copyDatabase } from './copy-database.ts'
import { openDatabase } from './open-database.ts'

const copy = async (): Promise<string> => {
  const { dataDir, databaseUrl: url } = readConfig(process.env)
  if (url === undefined) throw new ConfigError('DATABASE_URL is not set. Set it to the server to copy to.')
  if (!existsSync(join(dataDir, 'database'))) throw new ConfigError(`There is no embedded database in ${dataDir}.`)
  const source = await openDatabase({ dataDir })
  try {
    const target = await openDatabase({ url })
    try {
      return `Copied ${await copyDatabase(source, target)} rows from ${dataDir}. Start the relay with DATABASE_URL and the same DATA_DIR now: ${join(dataDir, 'secrets.key')} is the key of the stored passwords. On another machine, copy it along or set SECRETS_KEY to its content.`
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

try {
  process.stdout.write(`${await copy()}\n`)
} catch (error) {
  process.stderr.write(`Nothing was copied. ${toErrorMessage(error)}\n`)
  process.exitCode = 1
}
