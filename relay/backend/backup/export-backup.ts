import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { backupKinds } from './backup-kinds.ts'
import { encryptBy } from './passphrase.ts'
import { readReferences } from './references.ts'
import { readStored, replaceSecrets } from './stored-resources.ts'
import { documentText } from './write-document.ts'

export interface Backup {
  readonly text: string
  readonly count: number
}

/** Every resource of this console as YAML documents. Without a passphrase its secrets are `***`. */
export const exportBackup = async (
  database: Database,
  secrets: StoredSecrets,
  passphrase: string | undefined,
): Promise<Backup> => {
  const hide = passphrase === undefined ? () => maskedSecret : await encryptBy(passphrase)
  const references = await readReferences(database)
  const documents: string[] = []
  for (const kind of backupKinds) {
    for (const { row, isDeleted } of await readStored(database, secrets, kind)) {
      if (isDeleted) continue
      const hidden = replaceSecrets(secrets, kind, row, ({ text }) => hide(text))
      documents.push(documentText(kind, hidden, references))
    }
  }
  return { text: documents.join('---\n'), count: documents.length }
}
