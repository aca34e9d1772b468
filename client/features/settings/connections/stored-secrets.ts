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

const ignoreDenied = async <Value>(reading: Promise<Value>, instead: Value): Promise<Value> => {
  try {
    return await reading
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return instead
    throw error
  }
}

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

/** Only production masks all columns; other backends show what is empty, and reject filters on these columns. */
const isMasked = (row: Pick<MaskedRow, SecretColumn>) =>
  secretColumns.every((column) => row[column] === secretPlaceholder)

/**
 * Production's `connection_details` contains `***` even where nothing is stored (recorded: `head-2026-11`), so the row is read
 * with null in the columns that are empty.
 */
export const clearEmptySecrets = async (row: ConnectionRow, signal: AbortSignal): Promise<ConnectionRow> => {
  if (isBackendEmbedded() || !isMasked(row)) return row
  const empty = await Promise.all(
    secretColumns.map(async (column) => {
      const filled = await ignoreDenied(listMatching([row.id], column, 'not.is.null', signal), new Set([row.id]))
      return filled.has(row.id) ? [] : [column]
    }),
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

type ListQuery = Readonly<Record<string, string | number>>

export const listMaskedSecrets = (query: ListQuery, signal: AbortSignal): Promise<readonly MaskedRow[]> =>
  ignoreDenied(
    listRows('connection_details', {
      row: maskedSchema,
      query: { ...query, select: 'id,username,password,certificate' },
      signal,
    }).then(({ rows }) => rows),
    [],
  )

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
export const readStoredSecrets = (
  details: readonly MaskedRow[],
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, StoredSecret>> =>
  !isBackendEmbedded() && details.length > 0 && details.every(isMasked)
    ? ignoreDenied(listProduction(ids, signal), new Map<string, StoredSecret>())
    : Promise.resolve(new Map(details.map((row) => [row.id, readMasked(row)])))
