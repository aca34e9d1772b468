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
  log.info({ location: url === undefined ? dataDir : redactUrl(url) }, 'opening database')
  const database = await openDatabase({
    url,
    dataDir,
    template,
    backups: databaseBackups && {
      ...databaseBackups,
      onFailure: (error) => log.warn({ err: error }, 'database backup failed, retrying at the next interval'),
    },
    onConnectionError: (error) => log.warn({ err: error }, 'database connection lost'),
    onOutage: (reason) =>
      log.error(
        { reason },
        url === undefined ? 'embedded database stopped, restarting' : 'database server unavailable',
      ),
    onUpkeepFailure: (error) => log.warn({ err: error }, 'database maintenance failed, retrying'),
  })

  const disk = await watchDisk(dataDir, { warnBytes: warnFreeBytes })
  const onDisk = ({ level, freeBytes }: DiskState) => {
    if (level === 'enough') return log.info({ freeBytes }, 'disk space of DATA_DIR recovered')
    const retention = database.kind === 'embedded' ? 'reduced' : 'full'
    return log.warn(
      { freeBytes, retention },
      level === 'full' ? 'disk of DATA_DIR full' : 'disk of DATA_DIR nearly full',
    )
  }
  if (disk.state().level !== 'enough') onDisk(disk.state())
  disk.onChange(onDisk)

  // A server stores its data on another disk.
  const retentionShare = database.kind === 'embedded' ? retentionByDisk(disk) : wholeRetention
  return { database, disk, retentionShare }
}
