import { Document, parseDocument } from 'yaml'
import { isMap } from '#shared/primitives/is-map.ts'
import type { Row } from '#relay/backend/secrets/stored-secrets.ts'
import { applySpec } from '#relay/backend/spec-texts/apply-spec.ts'
import type { BackupKind } from './backup-kind.ts'
import type { References } from './references.ts'

const withSpecText = (document: Document, text: string, spec: Readonly<Record<string, unknown>>): void => {
  const written = applySpec(text, spec)
  if (written === null) return
  const { contents, commentBefore, comment } = parseDocument(written)
  if (contents === null) return
  contents.commentBefore = [commentBefore, contents.commentBefore].filter(Boolean).join('\n \n')
  contents.comment = [contents.comment, comment].filter(Boolean).join('\n \n')
  document.set('spec', contents)
}

/** `specText` is the spec as a person wrote it. */
export const documentText = (kind: BackupKind, row: Row, references: References, specText?: string): string => {
  const { spec, labels, annotations } = kind.toDocument(row, references)
  const namespace = kind.hasNamespace ? (row['namespace'] ?? 'default') : undefined
  const metadata = { name: row['name'], namespace, labels, annotations }
  const document = new Document(
    { apiVersion: `${kind.apiGroup}.flanksource.com/v1`, kind: kind.kind, metadata, spec },
    { keepUndefined: false, aliasDuplicateObjects: false },
  )
  if (specText !== undefined && isMap(spec)) withSpecText(document, specText, { ...spec })
  return document.toString({ lineWidth: 0 })
}
