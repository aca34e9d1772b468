import { unpackTar } from 'modern-tar/fs'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import { startBackups, type BackupPlan } from './back-up.ts'
import { closeDataDir } from './close-data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './database.ts'
import { openEmbedded, type EmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { startUpkeep } from './upkeep.ts'
import { openServer, type ServerDatabase } from './server.ts'

export interface DatabaseOptions {
  readonly url?: string | undefined
  readonly dataDir?: string | undefined
  readonly template?: string | undefined
  readonly backups?: BackupPlan | undefined
  readonly onConnectionError?: (error: Error) => void
  readonly onOutage?: (reason: string, cause?: unknown) => void
  readonly onUpkeepFailure?: (error: unknown) => void
}

const builtTemplate = fileURLToPath(new URL('template.tar.gz', import.meta.url))

export const openDatabase = async ({
  url,
  dataDir,
  template,
  backups,
  onConnectionError = () => undefined,
  onOutage = () => undefined,
  onUpkeepFailure = () => undefined,
}: DatabaseOptions): Promise<Database> => {
  if (url !== undefined) return migrated(await openServer({ url, onConnectionError, onOutage }))

  const from = template ?? (existsSync(builtTemplate) ? builtTemplate : undefined)
  if (dataDir === undefined) return migrated(await openEmbedded({ dataDir: undefined, template: from, onOutage }))

  await closeDataDir(dataDir)
  const lock = await lockDataDir(join(dataDir, 'database.lock'))
  try {
    const database = await migrated(await openFolder(join(dataDir, 'database'), from, onOutage))
    const stopBackups =
      backups === undefined
        ? undefined
        : await startBackups((path) => database.dump(path), join(dataDir, 'backups'), backups)
    const stopUpkeep = startUpkeep(database, { onFailure: onUpkeepFailure })
    return {
      ...database,
      close: async () => {
        const tidied = stopUpkeep()
        await stopBackups?.()
        await database.close()
        await tidied
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A marker file beside the folder shows that its initialization was interrupted: it is not a usable database yet. */
const openFolder = async (
  folder: string,
  template: string | undefined,
  onOutage: (reason: string) => void,
): Promise<EmbeddedDatabase> => {
  const unfinished = `${folder}.unfinished`
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  if (!existsSync(folder)) {
    await writeFile(unfinished, '')
    if (template !== undefined) await unpack(template, folder)
  }
  const database = await openEmbedded({ dataDir: folder, template: undefined, onOutage })
  await chmod(folder, 0o700)
  await rm(unfinished, { force: true })
  return database
}

/** PGlite would unpack it in memory, and the process would keep 50 MB of that. */
const unpack = async (template: string, folder: string): Promise<void> =>
  pipeline([createReadStream(template), ...(template.endsWith('.gz') ? [createGunzip()] : []), unpackTar(folder)])

const migrated = async <T extends EmbeddedDatabase | ServerDatabase>(database: T): Promise<T> => {
  try {
    await migrate('patiently' in database ? database.patiently : database)
    await database.learnTypes()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
