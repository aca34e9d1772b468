import { z } from 'zod'
import { connectionRowSchema, type ConnectionRow } from '#shared/connections/connection-row.ts'
import { secretReferencePrefix } from '#shared/connections/secret-reference.ts'
import { isPlainSecret, parseTextSource, secretPlaceholder } from '#shared/connections/stored-text.ts'
import { ApiError } from '#client/api/api-error.ts'
import { listRows } from '#client/api/data-api.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import { idList } from '#client/api/list-query.ts'

const secretColumns = ['username', 'password', 'certificate'] as const
type SecretColumn = (typeof secretColumns)[number]

export type StoredSecret =
  | { readonly kind: 'none' }
  | { readonly kind: 'plain' }
  | { readonly kind: 'reference'; readonly source: string; readonly name: string }

const maskedSchema = connectionRowSchema.pick({ id: true, username: true, password: true, certificate: true })
type MaskedRow = z.infer<typeof maskedSchema>

const idSchema = z.object({ id: z.string() })

/** Ids of the connections whose column matches. The values themselves never reach the browser. */
const listMatching = async (
  ids: readonly string[],
  column: SecretColumn,
  condition: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const query = { select: 'id', id: idList(ids), [column]: condition }
  const { rows } = await listRows('connections', { row: idSchema, query, signal })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Production's `connection_details` contains `***` even where nothing is stored (recorded: `head-2026-11`), so the row is read
 * with null in the columns that are empty.
 */
export const clearEmptySecrets = async (row: ConnectionRow, signal: AbortSignal): Promise<ConnectionRow> => {
  if (isBackendEmbedded()) return row
  const masked = secretColumns.filter((column) => row[column] === secretPlaceholder)
  const empty = await Promise.all(
    masked.map(async (column) =>
      (await listMatching([row.id], column, 'not.is.null', signal)).has(row.id) ? [] : [column],
    ),
  )
  return { ...row, ...Object.fromEntries(empty.flat().map((column) => [column, ''])) }
}

const readMasked = ({ username, password, certificate }: MaskedRow): StoredSecret => {
  const references = [password, certificate, username].map(parseTextSource)
  const reference = references.find(({ kind }) => kind !== 'static')
  if (reference !== undefined) {
    return { kind: 'reference', source: reference.kind === 'secret' ? 'Secret' : 'ConfigMap', name: reference.name }
  }
  return { kind: [password, certificate].some(isPlainSecret) ? 'plain' : 'none' }
}

const listEmbedded = async (ids: readonly string[], signal: AbortSignal) => {
  const query = { select: 'id,username,password,certificate', id: idList(ids) }
  const { rows } = await listRows('connection_details', { row: maskedSchema, query, signal })
  return new Map(rows.map((row) => [row.id, readMasked(row)]))
}

const listProduction = async (ids: readonly string[], signal: AbortSignal) => {
  const listAny = async (condition: string) => {
    const [passwords, certificates] = await Promise.all([
      listMatching(ids, 'password', condition, signal),
      listMatching(ids, 'certificate', condition, signal),
    ])
    return new Set([...passwords, ...certificates])
  }
  const [plain, referenced] = await Promise.all([
    listAny(`match.^(?!${secretReferencePrefix}).`),
    listAny(`match.^${secretReferencePrefix}`),
  ])
  const toSecret = (id: string): StoredSecret => {
    if (plain.has(id)) return { kind: 'plain' }
    return referenced.has(id) ? { kind: 'reference', source: 'Reference', name: '' } : { kind: 'none' }
  }
  return new Map(ids.map((id) => [id, toSecret(id)]))
}

/** By connection id; empty without the permission to read it. */
export const listStoredSecrets = async (
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredSecret>> => {
  if (ids.length === 0) return new Map()
  try {
    return await (isBackendEmbedded() ? listEmbedded : listProduction)(ids, signal)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return new Map()
    throw error
  }
}
