import { toText } from '#shared/primitives/to-text.ts'
import { besideColumns } from '#relay/backend/resources/related-column.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import { openedRow } from '#relay/backend/secrets/row-secrets.ts'
import type { Row, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { BackupKind } from './backup-kind.ts'
import { ownRows } from './own-rows.ts'

export interface StoredResource {
  readonly kind: BackupKind
  readonly key: string
  readonly row: Row
  readonly isDeleted: boolean
  readonly isOver: boolean
  readonly isManaged: boolean
}

const defaultNamespace = 'default'
const quoted = (name: string) => `"${name}"`

export const toResourceKey = ({ kind, hasNamespace }: BackupKind, namespace: unknown, name: unknown): string =>
  hasNamespace ? `${kind} ${toText(namespace) || defaultNamespace}/${String(name)}` : `${kind} ${String(name)}`

export const readStored = async (
  database: Queryable,
  secrets: StoredSecrets,
  kind: BackupKind,
): Promise<StoredResource[]> => {
  const { table, columns, hasNamespace, beside, over = 'false' } = kind
  const named = ['id', 'name', ...(hasNamespace ? ['namespace'] : []), 'deleted_at', ...columns]
  const { rows } = await database.query(
    `select ${[...named.map(quoted), 'source::text as source', `${over} as is_over`, ...besideColumns(beside)].join(', ')}
       from ${table} where ${ownRows(table)}
      order by deleted_at desc nulls first, is_over, name, created_at, id`,
  )
  return rows.map((row) => ({
    kind,
    key: toResourceKey(kind, row['namespace'], row['name']),
    row: openedRow(secrets, table, row),
    isOver: row['is_over'] === true,
    isDeleted: row['deleted_at'] !== null,
    isManaged: !['', 'UI'].includes(toText(row['source'])),
  }))
}

export const replaceSecrets = (
  secrets: StoredSecrets,
  { table }: BackupKind,
  { row, stored = {} }: { readonly row: Row; readonly stored?: Row | undefined },
  change: (found: { readonly text: string; readonly stored: string | undefined }) => string,
): Row => {
  const relation = secrets.relation(table)
  const changed = Object.entries(relation?.columns ?? {}).flatMap(([column, getOptions]) => {
    const options = getOptions({ ...stored, ...row })
    if (typeof options === 'string' || row[column] == null) return []
    return [[column, changeSecrets(row[column], change, { ...options, stored: stored[column] })] as const]
  })
  return { ...row, ...Object.fromEntries(changed) }
}
