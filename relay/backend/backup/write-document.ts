import { stringify } from 'yaml'
import { getApiVersion } from '#shared/resources/document-api-version.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { BackupKind } from './backup-kinds.ts'
import type { References } from './references.ts'

export const documentText = (kind: BackupKind, row: Row, references: References): string => {
  const { spec, labels, annotations } = kind.toDocument(row, references)
  const namespace = kind.hasNamespace ? (row['namespace'] ?? 'default') : undefined
  const metadata = { name: row['name'], namespace, labels, annotations }
  return stringify(
    { apiVersion: getApiVersion(kind.kind), kind: kind.kind, metadata, spec },
    { lineWidth: 0, keepUndefined: false, aliasDuplicateObjects: false },
  )
}
