import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import type { DocumentTable } from '#relay/backend/resources/document-rows.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { Queryable } from '#relay/database/database.ts'
import { encryptedPrefix } from './passphrase.ts'
import type { BackupKind } from './backup-kind.ts'
import { connections } from './backup-kinds.ts'
import { notifications } from './notification-documents.ts'
import { readReferences, type References } from './references.ts'
import { permissionGroups, permissions } from './permission-documents.ts'
import { silences } from './silence-documents.ts'
import { teams } from './team-documents.ts'

const unreadableSecret = (spec: unknown): string | undefined => {
  const text = JSON.stringify(spec) ?? ''
  if (text.includes(encryptedPrefix)) return 'A secret is encrypted with a passphrase. Only an import can decrypt it.'
  return text.includes(`"${maskedSecret}"`)
    ? 'A secret is masked as ***. Write it here, or import the file to keep the stored one.'
    : undefined
}

/** Errors begin with the path of their field, such as `spec.to.team: …`. */
const toErrorPath = (reason: string): readonly (string | number)[] => {
  const [, path = ''] = /^spec((?:\.[\w-]+|\[\d+\])*):/.exec(reason) ?? []
  return (path.match(/[\w-]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

/** References of a pass are read once for all documents of a kind. */
const createReferenceReader = (names: BackupKind['names']) => {
  const byPass = new WeakMap<object, Promise<References>>()
  return (database: Queryable, pass: object): Promise<References> => {
    const references = byPass.get(pass) ?? readReferences(database, names)
    byPass.set(pass, references)
    return references
  }
}

const toKey = ({ namespace, name }: Pick<ResourceDocument, 'namespace' | 'name'>) => `${namespace || 'default'}/${name}`

const createFirstLoadedReader = ({ table }: BackupKind) => {
  const byPass = new WeakMap<object, Promise<ReadonlyMap<string, Date>>>()
  const readAll = async (database: Queryable) => {
    const { rows } = await database.query<{ namespace: string; name: string; created_at: Date }>(
      `select namespace, name, created_at from ${table} where source = 'ConfigFile' and deleted_at is null`,
    )
    return new Map(rows.map((row) => [toKey(row), new Date(row.created_at)]))
  }
  return async (document: ResourceDocument, database: Queryable, pass: object): Promise<Date> => {
    const read = byPass.get(pass) ?? readAll(database)
    byPass.set(pass, read)
    return (await read).get(toKey(document)) ?? new Date()
  }
}

const toDocumentTable = (kind: BackupKind, author: Readonly<Record<string, string>> = {}): DocumentTable => {
  const readOnce = createReferenceReader(kind.names)
  const readFirstLoaded = kind.hasRelativeTimes === true ? createFirstLoadedReader(kind) : undefined
  return {
    ...kind,
    ...(kind.over === undefined && { isNamedOnce: true }),
    isWithoutSpec: true,
    columns: [...kind.columns, ...Object.keys(author), ...(readFirstLoaded === undefined ? [] : ['created_at'])],
    read: async (document, database, pass) => {
      const unreadable = unreadableSecret(document.spec)
      if (unreadable !== undefined) return { error: { path: [], reason: unreadable } }
      const firstLoaded = await readFirstLoaded?.(document, database, pass)
      const read = await kind.toRow(document, await readOnce(database, pass), firstLoaded?.getTime())
      if ('error' in read) return { error: { path: toErrorPath(read.error), reason: read.error } }
      if ('skipped' in read) return { error: { path: [], reason: read.skipped } }
      const dated = firstLoaded && { created_at: firstLoaded.toISOString() }
      return { columns: { ...read.row, ...author, ...dated }, warnings: read.warnings ?? [] }
    },
  }
}

export const keptDocuments = {
  connections: toDocumentTable(connections),
  teams: toDocumentTable(teams, { created_by: consolePersonId }),
  notifications: toDocumentTable(notifications),
  notification_silences: toDocumentTable(silences),
  permission_groups: toDocumentTable(permissionGroups),
  permissions: toDocumentTable(permissions),
}
