import type { SecretRelation, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { maskAudit } from '#relay/backend/secrets/mask-audit.ts'
import { rewriteRows } from '#relay/backend/secrets/rewrite-rows.ts'
import type { Database } from '#relay/database/database.ts'

/**
 * For rows from before encryption, or inserted past the console. Also removes the plain values from the audit log
 * and the tables' files.
 */
export const sealStored = async (
  database: Database,
  secrets: StoredSecrets,
  relations: Readonly<Record<string, SecretRelation>>,
): Promise<number> => {
  let changed = 0
  for (const [name, relation] of Object.entries(relations)) {
    if (relation.table !== name) continue
    const sealed = rewriteRows(database, relation, (row) => secrets.seal(name, row, row, { nothingStored: 'leave' }))
    let inTable = 0
    for await (const row of sealed) {
      await maskAudit(database, secrets, relation, row)
      inTable += 1
    }
    if (inTable > 0) await database.query(`vacuum full ${name}`)
    changed += inTable
  }
  if (changed > 0) await database.query('vacuum full audit_log')
  return changed
}
