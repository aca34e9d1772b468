import { z } from 'zod'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { Write } from '#relay/backend/data-api/sql/write-parts.ts'
import { runStatement } from '#relay/backend/data-api/run.ts'
import type { FinishedStatement } from '#relay/backend/data-api/sql/statement.ts'
import { compileConflicting, compileTargets } from '#relay/backend/data-api/sql/write-target.ts'
import { type Row, type SecretRelation, type StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

interface UnsealedWrite {
  readonly relation: Relation
  readonly query: Query
  readonly write: Write
  readonly rows: readonly RowCondition[]
}

/** Must run in the write's transaction. Replaces `***` by the stored value. */
export const sealedWrite = async (
  transaction: Queryable,
  schema: Schema,
  secrets: StoredSecrets | undefined,
  { relation, query, write, rows: changeable }: UnsealedWrite,
): Promise<Write> => {
  const held = secrets?.relation(relation.name)
  if (secrets === undefined || held === undefined || write.kind === 'delete') return write
  if (![held.key, ...Object.keys(held.columns)].some((column) => write.columns.includes(column))) return write
  const inputRows = rowsSchema.parse(JSON.parse(write.rows))
  const names = [...new Set([held.key, ...held.needs, ...Object.keys(held.columns)])].filter((name) =>
    relation.columns.has(name),
  )
  const seal = (row: Row, stored: Row | undefined): Row => secrets.seal(relation.name, row, stored)

  if (write.kind === 'update') {
    const [change = {}] = inputRows
    const stored = await readRows(
      transaction,
      compileTargets(schema, relation, query, { names, changeableRows: changeable }),
    )
    const rows = stored.map((row) => seal({ ...change, [held.key]: sameKey(held, row, change) }, row))
    return { ...write, rows: JSON.stringify(rows), byKey: held.key }
  }

  const keyed = await withKeys(transaction, inputRows, held)
  const columns = write.columns.includes(held.key) ? write.columns : [held.key, ...write.columns]
  const stored =
    write.conflict === undefined
      ? []
      : await readRows(
          transaction,
          compileConflicting(schema, relation, { ...write, columns, rows: JSON.stringify(keyed) }, names),
        )
  const rows = keyed.map((row) => {
    const before = stored.find((each) => write.conflict?.columns.every((name) => each[name] === row[name]) === true)
    return seal(before === undefined ? row : { ...row, [held.key]: before[held.key] }, before)
  })
  return { ...write, columns, rows: JSON.stringify(rows) }
}

/** Secrets are sealed with the key of their row, so the key cannot change. */
const sameKey = ({ table, key }: SecretRelation, stored: Row, change: Row): unknown => {
  if (Object.hasOwn(change, key) && change[key] !== stored[key])
    throw new DataApiError(400, '22023', `${key} of a row of ${table} cannot be changed. Write a new row instead.`)
  return stored[key]
}

const withKeys = async (
  transaction: Queryable,
  rows: readonly Row[],
  { key }: SecretRelation,
): Promise<readonly Row[]> => {
  if (key !== 'id' || rows.every((row) => row[key] != null)) return rows
  const { rows: made } = await transaction.query<{ id: string }>(
    'select generate_ulid() as id from generate_series(1, $1::int)',
    [rows.length],
  )
  return rows.map((row, index) => ({ ...row, [key]: row[key] ?? made[index]?.id }))
}

const readRows = async (transaction: Queryable, statement: FinishedStatement): Promise<Row[]> => {
  const row = await runStatement(transaction, statement)
  return rowsSchema.parse(JSON.parse(z.string().parse(row?.['rows'] ?? '[]')))
}
