import { isDeepStrictEqual } from 'node:util'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'
import { keyFilePath, vaultFromKeys } from '#relay/backend/secrets/installation-key.ts'
import { addKey, readKeysFile, type Keys } from '#relay/backend/secrets/key-file.ts'
import { rewriteRows } from '#relay/backend/secrets/rewrite-rows.ts'
import { secretRelations } from '#relay/backend/secrets/secret-relations.ts'
import { createStoredSecrets, type Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'

interface Rotation {
  readonly isNewKey: boolean
  readonly rows: number
  readonly unread: number
}

interface RotationOptions {
  readonly database: Database
  readonly dataDir: string
  readonly configuredKeys: Keys | undefined
}

/**
 * Must not run while a relay uses the database: a running relay does not know the new key. Resumes after an
 * interruption; older keys are retained.
 */
export const rotateKey = async ({ database, dataDir, configuredKeys }: RotationOptions): Promise<Rotation> => {
  const keys = configuredKeys ?? (await readKeysFile(keyFilePath(dataDir)))
  const isNewKey = configuredKeys === undefined && (keys.length === 1 || !(await holdsOutdated(database, keys)))
  const newest = isNewKey ? await addKey(keyFilePath(dataDir)) : keys
  return { isNewKey, ...(await resealAll(database, newest)) }
}

const listTables = (keys: Keys) => {
  const relations = secretRelations({ checks: checkKinds, scrapers: scraperKinds.here })
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
      // Nothing visible changes, so triggers must neither record nor notify.
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
    if (changed > 0) await database.query(`vacuum full ${name}`)
    rows += changed
  }
  return { rows, unread }
}
