import type { z } from 'zod'
import type { exportBackupRoute } from '#shared/backup/backup-routes.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import type { StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import type { Database } from '#relay/database/database.ts'
import { backupKinds } from './backup-kinds.ts'
import { encryptBy } from './passphrase.ts'
import { readReferences } from './references.ts'
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
  for (const kind of backupKinds) {
    const references = await readReferences(database, kind.names)
    for (const { key, row, isDeleted, isOver } of await readStored(database, secrets, kind)) {
      if (isDeleted || isOver) continue
      const reason = documents.has(key)
        ? 'Another resource has the same name.'
        : kind.exclusionReason?.(row, references)
      if (reason !== undefined) {
        leftOut.push({ key, reason })
        continue
      }
      const hidden = replaceSecrets(secrets, kind, row, ({ text }) => hide(text))
      documents.set(key, documentText(kind, hidden, references))
    }
  }
  return { text: [...documents.values()].join('---\n'), count: documents.size, left_out: leftOut }
}
