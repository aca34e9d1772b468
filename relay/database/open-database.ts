import { existsSync } from 'node:fs'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBackups, type BackupPlan } from './back-up.ts'
import { closeDataDir } from './close-data-dir.ts'
import { lockDataDir } from './data-dir-lock.ts'
import type { Database } from './database.ts'
import { openEmbedded, type EmbeddedDatabase } from './embedded.ts'
import { migrate } from './migrate.ts'
import { startUpkeep } from './upkeep.ts'
import { openServer, type ServerDatabase } from './server.ts'

export interface DatabaseOptions {
  /** A PostgreSQL server (`postgres://…`). Without it the embedded database is used. */
  readonly url?: string | undefined
  /** The folder that holds the embedded database as `database/`; without it the database is in memory and gone at the end. */
  readonly dataDir?: string | undefined
  /** A packed data directory that a new embedded database starts from, instead of the one that the build made. */
  readonly template?: string | undefined
  /** Back-ups of an embedded database that is kept in `dataDir`, written to `backups/` beside it; none unless given. */
  readonly backups?: BackupPlan | undefined
  /** Told about connections to the server that broke; they are reopened by themselves. */
  readonly onConnectionError?: (error: Error) => void
  /** Told why the embedded database is started again, and why that failed; it is tried until it succeeds. */
  readonly onOutage?: (reason: string) => void
  /** Told that checkpoints or vacuum failed; they are tried again by themselves. */
  readonly onUpkeepFailure?: (error: unknown) => void
}

/** The template that the build leaves beside the bundle; there is none when running from source. */
const builtTemplate = fileURLToPath(new URL('template.tar.gz', import.meta.url))

/**
 * Opens the relay's store, brings its schema up to date and hands it over. Rejects with a plain sentence when another
 * process owns the data directory, or the server cannot be reached, or a migration does not fit.
 */
export const openDatabase = async ({
  url,
  dataDir,
  template,
  backups,
  onConnectionError = () => undefined,
  onOutage = () => undefined,
  onUpkeepFailure = () => undefined,
}: DatabaseOptions): Promise<Database> => {
  if (url !== undefined) return migrated(await openServer({ url, onConnectionError }))

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

/** Where a first start was cut off, what there is of the folder is no database yet: a mark beside it says so. */
const openFolder = async (
  folder: string,
  template: string | undefined,
  onOutage: (reason: string) => void,
): Promise<EmbeddedDatabase> => {
  const unfinished = `${folder}.unfinished`
  if (existsSync(unfinished)) await rm(folder, { recursive: true, force: true })
  if (!existsSync(folder)) await writeFile(unfinished, '')
  const database = await openEmbedded({ dataDir: folder, template, onOutage })
  await chmod(folder, 0o700)
  await rm(unfinished, { force: true })
  return database
}

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
