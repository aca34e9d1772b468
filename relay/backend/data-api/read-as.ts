import { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { toDataApiError } from '#relay/backend/data-api/http/to-data-api-error.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { refuseBeyondBounds } from '#relay/backend/data-api/query/bounds.ts'
import type { Query } from '#relay/backend/data-api/query/ast.ts'
import { inReadTransaction, runRead } from '#relay/backend/data-api/run.ts'
import { getRelation } from '#relay/backend/data-api/schema/get-relation.ts'
import type { Schema } from '#relay/backend/data-api/schema/schema.ts'
import { compileCall, findRoutine } from '#relay/backend/data-api/sql/compile-call.ts'
import { compileRead, type ReadOptions } from '#relay/backend/data-api/sql/compile-read.ts'
import { SqlError } from '#relay/database/sql-error.ts'

const rowsSchema = z.array(z.unknown())

export interface ReadAs {
  readonly from:
    | { readonly kind: 'relation'; readonly name: string }
    | { readonly kind: 'function'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  readonly query: Query
  readonly limit: number
  readonly offset: number
  readonly isCounted?: boolean
}

interface ReadPage {
  readonly rows: readonly unknown[]
  readonly total: number | null
}

const compile = (schema: Schema, from: ReadAs['from'], query: Query, page: ReadOptions) => {
  if (from.kind === 'relation') return compileRead(schema, getRelation(schema, from.name), query, page)
  const argumentNames = Object.keys(from.args)
  const options = { ...page, argumentNames, body: JSON.stringify(from.args) }
  return compileCall(schema, findRoutine(schema, from.name, argumentNames), query, options)
}

export const readAs = async (
  people: People,
  viewer: Viewer,
  { from, query, limit, offset, isCounted = false }: ReadAs,
): Promise<ReadPage> => {
  const verdict = people.gate(viewer, 'GET', from.kind === 'relation' ? from.name : `rpc/${from.name}`)
  if (verdict.kind === 'refused' || verdict.kind === 'unknown') return { rows: [], total: isCounted ? 0 : null }
  refuseBeyondBounds(query)
  const schema = await people.loadSchema(viewer)
  const count = isCounted ? 'exact' : undefined
  const page = { limit, offset, maxRows: limit, count, shape: { kind: 'array', stripNulls: true } } as const
  const read = compile(schema, from, query, page)
  try {
    const { body, total } = await people.run(viewer, { kind: from.name }, (database) =>
      inReadTransaction(database, { timezone: undefined }, (transaction) => runRead(transaction, read, page)),
    )
    return { rows: rowsSchema.parse(JSON.parse(body)), total }
  } catch (error) {
    if (error instanceof SqlError) throw toDataApiError(error, { sent: '', readsRows: false })
    throw error
  }
}
