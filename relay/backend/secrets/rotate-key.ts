import { isDeepStrictEqual } from 'node:util'
import { checkKinds } from '#relay/backend/checks/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { keyFilePath, vaultFromKeys } from '#relay/backend/secrets/installation-key.ts'
import { addKey, readKeysFile, type Keys } from '#relay/backend/secrets/key-file.ts'
import { rewriteRows } from '#relay/backend/secrets/rewrite-rows.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets, type Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'

export interface Rotation {
  /** A key was made for it; none is where one before it was interrupted, or where the keys were set. */
  readonly isNewKey: boolean
  readonly rows: number
  /** Secrets that no key opens, which stay as they are. */
  readonly unread: number
}

interface RotationOptions {
  readonly database: Database
  readonly dataDir: string
  /** Keys that were set, the newest first; the key file of `dataDir` where there are none. */
  readonly configuredKeys: Keys | undefined
}

/**
 * Seals every stored secret by a new key, or by the newest one where some are still sealed by older keys: after an interruption
 * it goes on where it was. Older keys stay readable. To be called while no relay uses the database: one that runs knows no new key.
 */
export const rotateKey = async ({ database, dataDir, configuredKeys }: RotationOptions): Promise<Rotation> => {
  const keys = configuredKeys ?? (await readKeysFile(keyFilePath(dataDir)))
  const isNewKey = configuredKeys === undefined && (keys.length === 1 || !(await holdsOutdated(database, keys)))
  const newest = isNewKey ? await addKey(keyFilePath(dataDir)) : keys
  return { isNewKey, ...(await resealAll(database, newest)) }
}

/** The tables that hold secrets, with what seals their rows by the newest of the keys. */
const listTables = (keys: Keys) => {
  const relations = secretRelations({ checks: checkKinds.here, scrapers: scraperKinds.here })
  const secrets = createStoredSecrets(vaultFromKeys(keys), relations)
  return Object.entries(relations)
    .filter(([name, { table }]) => name === table)
    .map(([name, relation]) => ({
      name,
      relation,
      reseal: (row: Row, unread: () => void) => secrets.reseal(name, row, unread),
    }))
}

const holdsOutdated = async (database: Database, keys: Keys): Promise<boolean> => {
  let isOutdated = false
  for (const { relation, reseal } of listTables(keys)) {
    const asIs = rewriteRows(database, relation, (row) => {
      isOutdated ||= !isDeepStrictEqual(
        reseal(row, () => undefined),
        row,
      )
      return row
    })
    await asIs.next()
  }
  return isOutdated
}

const resealAll = async (database: Database, keys: Keys) => {
  let [rows, unread] = [0, 0]
  for (const { name, relation, reseal } of listTables(keys)) {
    const changed = await database.transaction(async (transaction) => {
      // Nothing that anybody sees changes: no trigger has anything to record or to tell.
      await transaction.query(`alter table ${name} disable trigger user`)
      const resealed = rewriteRows(transaction, relation, (row) =>
        reseal(row, () => {
          unread += 1
        }),
      )
      let stored = 0
      for await (const _ of resealed) stored += 1
      await transaction.query(`alter table ${name} enable trigger user`)
      return stored
    })
    // What the rows held before goes from the files of the table as well.
    if (changed > 0) await database.query(`vacuum full ${name}`)
    rows += changed
  }
  return { rows, unread }
}
