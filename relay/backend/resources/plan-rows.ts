import { canonicalJson } from '#relay/backend/rows/storable-json.ts'
import type { DocumentRows } from './document-rows.ts'
import type { DocumentKind } from '#relay/backend/resources/apply-documents.ts'

interface PlannedRow {
  readonly version: string
}

export const planRows = async <Row extends { readonly id: string }, Planned extends PlannedRow>(
  rows: readonly Row[],
  before: ReadonlyMap<string, Planned>,
  plan: (row: Row, version: string) => Promise<Planned | undefined>,
): Promise<ReadonlyMap<string, Planned>> => {
  const planned = new Map<string, Planned>()
  for (const row of rows) {
    const version = canonicalJson(row)
    const known = before.get(row.id)
    const next = known?.version === version ? known : await plan(row, version)
    if (next !== undefined) planned.set(row.id, next)
  }
  return planned
}

export const reconciledKind = (documents: DocumentRows, reconcile: () => Promise<void>): DocumentKind => ({
  kind: documents.kind,
  prepare: (all) => documents.prepare(all),
  validate: (document, others) => documents.validate(document, others),
  apply: async (valid, errors) => {
    await documents.apply(valid, errors)
    await reconcile()
  },
})
