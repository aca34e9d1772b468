import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { maskSealed } from '#relay/backend/secrets/sealed-text.ts'
import type { Row, SecretRelation, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const partSchema = z.record(z.string(), z.unknown())

/**
 * For a row that was written past the console and sealed afterwards: masks its secrets in the audit log and removes the
 * entry for the sealing. `row` holds its key and its secret columns.
 */
export const maskAudit = async (
  database: Queryable,
  secrets: StoredSecrets,
  { table, key }: SecretRelation,
  row: Row,
): Promise<void> => {
  const masked = (part: Row | null): Row | null => {
    if (part === null) return null
    const sealed: Row = secrets.seal(table, { ...part, [key]: row[key] }, row, { nothingStored: 'leave' })
    const same = Object.fromEntries(Object.keys(part).map((column) => [column, sealed[column]]))
    return partSchema.parse(JSON.parse(maskSealed(storableJson(same))))
  }
  const { rows } = await database.query<{
    id: string
    person_id: string | null
    before: Row | null
    after: Row | null
  }>('select id, person_id, before, after from audit_log where table_name = $1 and row_id = $2 order by at desc', [
    table,
    String(row[key]),
  ])
  for (const [at, entry] of rows.entries()) {
    const [before, after] = [masked(entry.before), masked(entry.after)]
    const isSealing = at === 0 && entry.person_id === null && isDeepStrictEqual(before, after)
    await (isSealing
      ? database.query('delete from audit_log where id = $1', [entry.id])
      : database.query('update audit_log set before = $2, after = $3 where id = $1', [entry.id, before, after]))
  }
}
