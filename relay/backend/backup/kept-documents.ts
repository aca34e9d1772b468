import { consolePersonId } from '#relay/backend/incidents/console-person.ts'
import type { DocumentTable } from '#relay/backend/resources/document-rows.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { encryptedPrefix } from './passphrase.ts'
import { connections, notifications, type BackupKind } from './backup-kinds.ts'
import { readReferences } from './references.ts'
import { permissionGroups, permissions } from './permission-documents.ts'
import { silences } from './silence-documents.ts'
import { teams } from './team-documents.ts'

/** A secret of an export that only an import can do something with. */
const unreadableSecret = (spec: unknown): string | undefined => {
  const text = JSON.stringify(spec) ?? ''
  if (text.includes(encryptedPrefix)) return 'A secret is encrypted by a passphrase, which only an import asks for.'
  return text.includes(`"${maskedSecret}"`)
    ? 'A secret is left out as ***. Write it here, or import the file, which keeps the one that is there.'
    : undefined
}

/** The documents of a kind of the backup as rows, which the folder reads as an import does. */
const toDocumentTable = (kind: BackupKind, author: Readonly<Record<string, string>> = {}): DocumentTable => ({
  kind: kind.kind,
  noun: kind.noun,
  relation: kind.table,
  // What is over keeps its name to itself no longer.
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

/** The `Connection` and `Team` documents of RESOURCES_DIR, which documents of other kinds may name. */
export const namedDocuments: readonly DocumentTable[] = [
  toDocumentTable(connections),
  toDocumentTable(teams, { created_by: consolePersonId }),
]

/** The `Notification` documents of RESOURCES_DIR, which name teams, people and playbooks. */
export const notificationDocuments: DocumentTable = toDocumentTable(notifications)

/** The documents of RESOURCES_DIR that name what those of all other kinds are: silences and permissions. */
export const lastDocuments: readonly DocumentTable[] = [silences, permissionGroups, permissions].map((kind) =>
  toDocumentTable(kind),
)
