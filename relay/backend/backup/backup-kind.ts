import type { Resource } from '#shared/access/resources.ts'
import type { ResourceKind } from '#shared/resources/kinds/resource-kind.ts'
import type { RelatedColumn } from '#relay/backend/resources/related-column.ts'
import type { ResourceDocument } from '#relay/backend/resources/resource-document.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import type { References, ReferenceKind } from './references.ts'

interface BackupDocument {
  readonly labels?: unknown
  readonly annotations?: unknown
  readonly spec: unknown
}

export interface BackupKind extends ResourceKind {
  readonly columns: readonly string[]
  readonly beside?: readonly RelatedColumn[]
  readonly names?: readonly ReferenceKind[]
  readonly right?: Resource
  readonly over?: string
  /** `created_at` is the `now` of its documents. */
  readonly hasRelativeTimes?: true
  toDocument(row: Row, references: References): BackupDocument
  exclusionReason?(row: Row, references: References): string | undefined
  toRow(
    document: ResourceDocument,
    references: References,
    nowMs?: number,
  ): Promise<
    | { readonly row: Row; readonly warnings?: readonly string[] }
    | { readonly error: string }
    | { readonly skipped: string }
  >
}
