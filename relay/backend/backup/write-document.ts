import { stringify } from 'yaml'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { BackupKind } from './backup-kind.ts'
import type { References } from './references.ts'

export const documentText = (kind: BackupKind, row: Row, references: References): string => {
  const { spec, labels, annotations } = kind.toDocument(row, references)
  const namespace = kind.hasNamespace ? (row['namespace'] ?? 'default') : undefined
  const metadata = { name: row['name'], namespace, labels, annotations }
  return stringify(
    { apiVersion: `${kind.apiGroup}.flanksource.com/v1`, kind: kind.kind, metadata, spec },
    { lineWidth: 0, keepUndefined: false, aliasDuplicateObjects: false },
  )
}
