import { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { databaseRefusal } from '#relay/backend/data-api/http/database-refusal.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseBeyondBounds } from '#relay/backend/data-api/query/bounds.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { inReadTransaction, runRead } from '#relay/backend/data-api/run.ts'
import { relationOf } from '#relay/backend/data-api/schema/relation-of.ts'
import { compileRead } from '#relay/backend/data-api/sql/compile-read.ts'
import { SqlError } from '#relay/database/sql-error.ts'

const rowsSchema = z.array(z.unknown())

/** A page of a relation. */
export interface ReadAs {
  readonly relation: string
  readonly query: Query
  readonly limit: number
  readonly offset: number
}

/**
 * The rows that a query asks for as somebody sees them; none of a relation that is not for them. Throws the data API's errors: for a
 * query that is too large, and for names that are not there.
 */
export const readAs = async (
  people: People,
  viewer: Viewer,
  { relation, query, limit, offset }: ReadAs,
): Promise<readonly unknown[]> => {
  const verdict = people.gate(viewer, 'GET', relation)
  if (verdict.kind === 'refused' || verdict.kind === 'unknown') return []
  refuseBeyondBounds(query)
  const schema = await people.schemaOf(viewer)
  const page = { limit, offset, maxRows: limit, count: undefined, shape: { kind: 'array', stripNulls: false } } as const
  const read = compileRead(schema, relationOf(schema, relation), query, page)
  try {
    const { body } = await people.run(viewer, (database) =>
      inReadTransaction(database, { timezone: undefined }, (transaction) => runRead(transaction, read, page)),
    )
    return rowsSchema.parse(JSON.parse(body))
  } catch (error) {
    if (error instanceof SqlError) throw databaseRefusal(error, { sent: '', readsRows: false })
    throw error
  }
}
