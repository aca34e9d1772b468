import type { z } from 'zod'
import type { exportBackupRoute } from '#shared/backup/backup-routes.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import { specSchemas } from '#relay/backend/schemas/spec-schemas.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { findSpecTexts } from '#relay/backend/spec-texts/spec-text-store.ts'
import type { Row, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import type { BackupKind } from './backup-kind.ts'
import { backupKinds } from './backup-kinds.ts'
import { encryptBy } from './passphrase.ts'
import { readReferences, type References } from './references.ts'
import { readStored, replaceSecrets } from './stored-resources.ts'
import { documentText } from './write-document.ts'

type Backup = z.infer<typeof exportBackupRoute.response>

/** Without a passphrase secrets are exported as `***`. */
export const exportBackup = async (
  database: Database,
  secrets: StoredSecrets,
  passphrase: string | undefined,
): Promise<Backup> => {
  const hide = passphrase === undefined ? () => maskedSecret : await encryptBy(passphrase)
  const documents = new Map<string, string>()
  const leftOut: Backup['left_out'] = []
  const missing = new Set<string>()
  for (const kind of backupKinds) {
    const stored = await readReferences(database, kind.names)
    const references = withoutMissing(stored, missing)
    const texts = await findSpecTexts(database, kind.table)
    for (const { key, row, isDeleted, isOver } of await readStored(database, secrets, kind)) {
      if (isDeleted || isOver) continue
      const reason = documents.has(key)
        ? 'Another resource has the same name.'
        : (kind.exclusionReason?.(row, stored) ?? (await findImportError(kind, row, references)))
      if (reason !== undefined) {
        leftOut.push({ key, reason })
        if (!documents.has(key)) missing.add(toReferenceKey(kind, row))
        continue
      }
      const hidden = replaceSecrets(secrets, kind, { row }, ({ text }) => hide(text))
      documents.set(key, documentText(kind, hidden, references, texts.get(String(row['id']))))
    }
  }
  return { text: [...documents.values()].join('---\n'), count: documents.size, left_out: leftOut }
}

const toReferenceKey = ({ kind, hasNamespace, reference }: BackupKind, row: Row): string => {
  const namespace = hasNamespace ? `${toText(row['namespace']) || 'default'}/` : ''
  return `${reference ?? kind} ${namespace}${String(row['name'])}`
}

/** A resource that is left out cannot be referred to by the others. */
const withoutMissing = (references: References, missing: ReadonlySet<string>): References => ({
  ...references,
  findId: (kind, name) =>
    missing.has(`${kind === 'onCall' ? 'team' : kind} ${name}`) ? undefined : references.findId(kind, name),
})

/** An import must accept every exported document: one that it rejects would block all others. */
const findImportError = async (kind: BackupKind, row: Row, references: References): Promise<string | undefined> => {
  const { documents, errors } = parseDocuments('backup.yaml', documentText(kind, row, references), specSchemas)
  const [document] = documents
  if (document === undefined) return errors[0]?.reason ?? 'The document is empty.'
  const isSameName =
    document.name === row['name'] && (!kind.hasNamespace || document.namespace === (row['namespace'] ?? 'default'))
  if (!isSameName) return 'The name contains characters that a document cannot have.'
  const read = await kind.toRow(document, references)
  return 'error' in read ? read.error : undefined
}
