import type { BackupEntry } from '#shared/backup/backup-routes.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { Row, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { BackupKind } from './backup-kind.ts'
import type { BackupError } from './read-backup.ts'
import type { References } from './references.ts'
import { toResourceKey, readStored, replaceSecrets, type StoredResource } from './stored-resources.ts'
import { documentText } from './write-document.ts'

export interface Planned {
  readonly entry: BackupEntry
  readonly kind: BackupKind
  readonly row: Row
  readonly stored: StoredResource | undefined
}

interface Plan {
  readonly planned: readonly Planned[]
  readonly errors: readonly BackupError[]
}

interface Wanted {
  readonly database: Queryable
  readonly secrets: StoredSecrets
  readonly kind: BackupKind
  readonly documents: readonly ResourceDocument[]
  readonly references: References
}

export const planImport = async ({ database, secrets, kind, documents, references }: Wanted): Promise<Plan> => {
  const all = await readStored(database, secrets, kind)
  const byKey = new Map(all.toReversed().map((stored) => [stored.key, stored]))
  const planned: Planned[] = []
  const errors: BackupError[] = []
  const named = new Set<string>()
  for (const document of documents) {
    const key = toResourceKey(kind, document.namespace, document.name)
    named.add(key)
    const read = await kind.toRow(document, references)
    if ('error' in read) {
      errors.push({ ...document.position, reason: `${key}: ${read.error}` })
      continue
    }
    if ('skipped' in read) {
      planned.push(planSkipped(kind, key, document, read.skipped))
      continue
    }
    const namespace = kind.hasNamespace ? { namespace: document.namespace || 'default' } : {}
    const fileRow = { name: document.name, ...namespace, ...read.row }
    planned.push(planResource({ kind, key, fileRow, stored: byKey.get(key), secrets, references }))
  }
  const extras = all.filter(
    ({ key, isDeleted, isOver, isManaged }) => !named.has(key) && !isDeleted && !isOver && !isManaged,
  )
  const extra = (stored: StoredResource): Planned => ({
    kind,
    row: stored.row,
    stored,
    entry: { ...toEntryName(kind, stored.key, stored.row), change: 'extra', missingSecrets: 0, changesSecrets: false },
  })
  return { planned: [...planned, ...extras.map(extra)], errors }
}

const planSkipped = (
  kind: BackupKind,
  key: string,
  { namespace, name }: ResourceDocument,
  reason: string,
): Planned => ({
  kind,
  row: {},
  stored: undefined,
  entry: {
    ...toEntryName(kind, key, { name, ...(kind.hasNamespace && { namespace: namespace || 'default' }) }),
    change: 'skipped',
    reason,
    missingSecrets: 0,
    changesSecrets: false,
  },
})

const toEntryName = ({ kind }: BackupKind, key: string, row: Row) => ({
  key,
  kind,
  namespace: typeof row['namespace'] === 'string' ? row['namespace'] : '',
  name: String(row['name']),
})

interface OnePlanned extends Pick<Wanted, 'secrets' | 'kind' | 'references'> {
  readonly key: string
  readonly fileRow: Row
  readonly stored: StoredResource | undefined
}

const planResource = ({ kind, key, fileRow, stored, secrets, references }: OnePlanned): Planned => {
  let missingSecrets = 0
  const resolveSecret = (text: string, before: string | undefined): string => {
    if (text !== maskedSecret) return text
    if (before !== undefined && before !== maskedSecret) return before
    missingSecrets += 1
    return ''
  }
  const whole = { ...pickBeside(kind, stored?.row), ...fileRow }
  const row = replaceSecrets(secrets, kind, { row: whole, stored: stored?.row }, ({ text, stored: before }) =>
    resolveSecret(text, before),
  )
  const entry = { ...toEntryName(kind, key, row), missingSecrets, changesSecrets: false }
  if (stored === undefined || stored.isDeleted)
    return { kind, row, stored, entry: { ...entry, change: stored?.isManaged === true ? 'managed' : 'added' } }
  if (stored.isManaged) return { kind, row, stored, entry: { ...entry, missingSecrets: 0, change: 'managed' } }
  const [before, after] = [shown(secrets, kind, stored.row, references), shown(secrets, kind, row, references)]
  const serialize = (one: Row) => canonicalJson(kind.toDocument(one, references))
  if (serialize(stored.row) === serialize(row)) return { kind, row, stored, entry: { ...entry, change: 'same' } }
  const changesSecrets = canonicalJson(before.hidden) !== canonicalJson(after.hidden)
  return {
    kind,
    row,
    stored,
    entry: { ...entry, change: 'changed', before: before.text, after: after.text, changesSecrets },
  }
}

const pickBeside = ({ beside = [] }: BackupKind, row: Row = {}): Row =>
  Object.fromEntries(beside.flatMap(({ column }) => (row[column] === undefined ? [] : [[column, row[column]]])))

const shown = (secrets: StoredSecrets, kind: BackupKind, row: Row, references: References) => {
  const hidden: string[] = []
  const masked = replaceSecrets(secrets, kind, { row }, ({ text }) => {
    hidden.push(text)
    return maskedSecret
  })
  return { hidden, text: documentText(kind, masked, references) }
}
