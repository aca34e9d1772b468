import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { DocumentTable } from '#relay/backend/resources/document-rows.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { encryptedPrefix } from './passphrase.ts'
import { connections, notifications, type BackupKind } from './backup-kinds.ts'
import { readReferences } from './references.ts'
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

const toDocumentTable = (kind: BackupKind, author: Readonly<Record<string, string>> = {}): DocumentTable => ({
  kind: kind.kind,
  noun: kind.noun,
  relation: kind.table,
  ...(kind.over === undefined && { isNamedOnce: true }),
  ...(!kind.hasNamespace && { isWithoutNamespace: true }),
  isWithoutSpec: true,
  columns: [...kind.columns, ...Object.keys(author)],
  ...(kind.beside !== undefined && { beside: kind.beside }),
  read: async (document, database) => {
    const unreadable = unreadableSecret(document.spec)
    if (unreadable !== undefined) return { error: { path: ['spec'], reason: unreadable } }
    const read = await kind.toRow(document, await readReferences(database, kind.names))
    if (!('row' in read)) return { error: { path: ['spec'], reason: 'error' in read ? read.error : read.skipped } }
    return { columns: { ...read.row, ...author } }
  },
})

export const namedDocuments: readonly DocumentTable[] = [
  toDocumentTable(connections),
  toDocumentTable(teams, { created_by: consolePersonId }),
]

export const notificationDocuments: DocumentTable = toDocumentTable(notifications)

export const lastDocuments: readonly DocumentTable[] = [silences, permissionGroups, permissions].map((kind) =>
  toDocumentTable(kind),
)
