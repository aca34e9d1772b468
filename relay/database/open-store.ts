import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#relay/config/config.ts'
import { redactUrl } from '#relay/config/redact-url.ts'
import { closeDataDir } from './close-data-dir.ts'
import type { Database } from './database.ts'
import { watchDisk, type DiskState, type DiskWatch } from './disk-space.ts'
import { openDatabase } from './open-database.ts'
import { retentionByDisk, wholeRetention, type RetentionShare } from './retention-share.ts'

interface StoreOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseBackups' | 'warnFreeBytes'>
  readonly log: FastifyBaseLogger
  readonly template: string | undefined
}

export interface Store {
  readonly database: Database
  readonly disk: DiskWatch
  readonly retentionShare: RetentionShare
}

export const openStore = async ({ config, log, template }: StoreOptions): Promise<Store> => {
  const { dataDir, databaseUrl: url, databaseBackups, warnFreeBytes } = config
  await closeDataDir(dataDir)
  log.info(`opening the database ${url === undefined ? `in ${dataDir}` : `at ${redactUrl(url)}`}`)
  const database = await openDatabase({
    url,
    dataDir,
    template,
    backups: databaseBackups && {
      ...databaseBackups,
      onFailure: (error) => log.error({ err: error }, 'the database could not be backed up; it goes on'),
    },
    onConnectionError: (error) => log.warn({ err: error }, 'a database connection broke'),
    onOutage: (reason) => log.error({ reason }, 'the embedded database is started again'),
    onUpkeepFailure: (error) => log.warn({ err: error }, 'the database could not be tidied; it is tried again'),
  })

  const disk = await watchDisk(dataDir, { warnBytes: warnFreeBytes })
  const onDisk = ({ level, freeBytes }: DiskState) => {
    if (level === 'enough')
      return log.info({ freeBytes }, 'the disk of DATA_DIR has room again: all is kept as long as before')
    const removal = database.kind === 'embedded' ? '; what is old is removed sooner' : ''
    return log.warn({ freeBytes }, `the disk of DATA_DIR is ${level === 'full' ? 'full' : 'nearly full'}${removal}`)
  }
  if (disk.state().level !== 'enough') onDisk(disk.state())
  disk.onChange(onDisk)

  // A server stores its data on another disk.
  const retentionShare = database.kind === 'embedded' ? retentionByDisk(disk) : wholeRetention
  return { database, disk, retentionShare }
}
