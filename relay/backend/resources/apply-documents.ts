import type { ResourceDocument, DocumentError, ResourceError } from '#relay/backend/resources/resource-document.ts'

/** Kinds are applied in order: a document may refer to kinds before its own. */
export interface ResourceKind {
  readonly kind: string
  validate?(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined>
  /**
   * Must replace all earlier documents. Never called concurrently. A document that was applied and is now in
   * `errors` stays applied.
   * `errors` covers this kind, earlier kinds and unreadable files.
   */
  apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void>
  showErrors?(errors: readonly ResourceError[]): Promise<void>
}

export interface RejectedDocument {
  readonly kind: ResourceKind
  readonly document: ResourceDocument
  readonly good: readonly ResourceDocument[]
  readonly before: number
  readonly reason: string
}

export const applyDocuments = async (
  documents: readonly ResourceDocument[],
  errors: readonly ResourceError[],
  kinds: readonly ResourceKind[],
): Promise<{ readonly errors: readonly ResourceError[]; readonly rejected: readonly RejectedDocument[] }> => {
  const rejected: RejectedDocument[] = []
  const known = kinds.map(({ kind }) => kind)
  const unknown = documents.filter(({ kind }) => !known.includes(kind)).map(unknownKind(known))
  const all = [...errors, ...unknown]
  for (const kind of kinds) {
    const good: ResourceDocument[] = []
    for (const document of documents.filter((each) => each.kind === kind.kind)) {
      const error = await kind.validate?.(document, good)
      if (error === undefined) good.push(document)
      else {
        all.push(toResourceError(document, error))
        rejected.push({ kind, document, good, before: good.length, reason: error.reason })
      }
    }
    await kind.apply(good, [...all])
  }
  for (const kind of kinds) await kind.showErrors?.(all)
  return { errors: all, rejected }
}

const toResourceError = (document: ResourceDocument, { path, reason }: DocumentError): ResourceError => {
  const { file, index, kind, name, namespace } = document
  return { file, index, ...document.findPosition(path), reason, kind, name, namespace }
}

const unknownKind = (known: readonly string[]) => (document: ResourceDocument) => ({
  ...toResourceError(document, {
    path: [],
    reason: `Unknown kind "${document.kind}". Known kinds: ${known.join(', ')}.`,
  }),
  ...document.position,
})
