import { besideColumns } from '#relay/backend/resources/kept-beside.ts'
import { changeSecrets } from '#relay/backend/secrets/change-secrets.ts'
import type { Row, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { BackupKind } from './backup-kinds.ts'
import { textOf } from './text-of.ts'

/** A resource as it is here, its secrets opened. */
export interface StoredResource {
  readonly kind: BackupKind
  readonly key: string
  readonly row: Row
  readonly isDeleted: boolean
  /** It is written elsewhere, such as in a file, and only there. */
  readonly isManaged: boolean
}

const defaultNamespace = 'default'

/** What tells a resource from all others. */
export const keyOf = ({ kind, hasNamespace }: BackupKind, namespace: unknown, name: unknown): string =>
  hasNamespace ? `${kind} ${textOf(namespace) || defaultNamespace}/${String(name)}` : `${kind} ${String(name)}`

/** What engines make of other resources is made again by them. */
const madeByEngines = "'^(component|topology|push|crdsync|kubernetes/)'"
const tablesOfAgents = new Set(['canaries', 'topologies', 'config_scrapers', 'logging_backends'])

/** All resources of a kind that are this console's own, deleted ones last. */
export const readStored = async (
  database: Queryable,
  secrets: StoredSecrets,
  kind: BackupKind,
): Promise<StoredResource[]> => {
  const { table, columns, hasNamespace, beside } = kind
  const own = tablesOfAgents.has(table)
    ? "and coalesce(agent_id, '00000000-0000-0000-0000-000000000000') = '00000000-0000-0000-0000-000000000000'"
    : ''
  const { rows } = await database.query(
    `select ${['id', 'name', ...(hasNamespace ? ['namespace'] : []), 'source::text as source', 'deleted_at', ...columns, ...besideColumns(beside)].join(', ')}
       from ${table} where coalesce(source::text, '') !~* ${madeByEngines} ${own}
      order by deleted_at desc nulls first, name, id`,
  )
  return rows.map((row) => ({
    kind,
    key: keyOf(kind, row['namespace'], row['name']),
    row: secrets.open(table, row),
    isDeleted: row['deleted_at'] !== null,
    isManaged: !['', 'UI'].includes(textOf(row['source'])),
  }))
}

/** A row with each of its secrets replaced. */
export const replaceSecrets = (
  secrets: StoredSecrets,
  { table }: BackupKind,
  row: Row,
  change: (found: { readonly text: string; readonly stored: string | undefined }) => string,
  stored: Row = {},
): Row => {
  const relation = secrets.relation(table)
  const changed = Object.entries(relation?.columns ?? {}).flatMap(([column, columnOf]) => {
    const options = columnOf({ ...stored, ...row })
    if (typeof options === 'string' || row[column] == null) return []
    return [[column, changeSecrets(row[column], change, { ...options, stored: stored[column] })] as const]
  })
  return { ...row, ...Object.fromEntries(changed) }
}
