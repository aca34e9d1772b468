import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { DatabaseUnavailable } from '#relay/database/database-unavailable.ts'
import type { ResourceDocument, DocumentError, ResourceError } from '#relay/backend/resources/resource-document.ts'

/** Kinds are applied in order: a document may refer to kinds before its own. */
export interface DocumentKind {
  readonly kind: string
  /** Called before each pass of `validate` over these documents. Data that `validate` loads once is stale afterwards. */
  prepare?(documents: readonly ResourceDocument[]): void
  validate?(document: ResourceDocument, others: readonly ResourceDocument[]): Promise<DocumentError | undefined>
  /**
   * Must replace all earlier documents. Never called concurrently. A document that was applied and is now in `errors`
   * stays applied. `errors` covers this kind, earlier kinds and unreadable files.
   */
  apply(documents: readonly ResourceDocument[], errors: readonly ResourceError[]): Promise<void>
}

export interface RejectedDocument {
  readonly kind: DocumentKind
  readonly document: ResourceDocument
  readonly good: readonly ResourceDocument[]
  readonly before: number
  readonly reason: string
}

/** Throws only when the database is not available, or when a kind fails without any of its documents. */
export const applyDocuments = async (
  documents: readonly ResourceDocument[],
  errors: readonly ResourceError[],
  kinds: readonly DocumentKind[],
): Promise<{ readonly errors: readonly ResourceError[]; readonly rejected: readonly RejectedDocument[] }> => {
  const rejected: RejectedDocument[] = []
  const known = kinds.map(({ kind }) => kind)
  const unknown = documents.filter(({ kind }) => !known.includes(kind)).map(unknownKind(known))
  const all = [...errors, ...unknown]
  for (const kind of kinds) {
    const good: ResourceDocument[] = []
    const own = documents.filter((each) => each.kind === kind.kind)
    kind.prepare?.(own)
    for (const document of own) {
      const error = await validateDocument(kind, document, good)
      if (error === undefined) good.push(document)
      else {
        all.push(toResourceError(document, error))
        rejected.push({ kind, document, good, before: good.length, reason: error.reason })
      }
    }
    all.push(...(await applyStorable(kind, good, all)))
  }
  return { errors: all, rejected }
}

const toDocumentError = (error: unknown, failed: string): DocumentError => {
  if (error instanceof DatabaseUnavailable) throw error
  const reason = toErrorMessage(error)
  return { path: [], reason: `The document cannot be ${failed} (${reason}).` }
}

export const validateDocument = async (
  kind: DocumentKind,
  document: ResourceDocument,
  good: readonly ResourceDocument[],
): Promise<DocumentError | undefined> => {
  try {
    return await kind.validate?.(document, good)
  } catch (error) {
    return toDocumentError(error, 'read')
  }
}

/** Returns the documents that cannot be stored; the others are applied. */
const applyStorable = async (
  kind: DocumentKind,
  good: readonly ResourceDocument[],
  errors: readonly ResourceError[],
): Promise<readonly ResourceError[]> => {
  try {
    await kind.apply(good, [...errors])
    return []
  } catch (error) {
    if (error instanceof DatabaseUnavailable || good.length === 0) throw error
  }
  const failed = await findUnstorable(kind, good, errors)
  await kind.apply(
    good.filter((document) => !failed.has(document)),
    [...errors, ...failed.values()],
  )
  return [...failed.values()]
}

/** Documents that are left out of an attempt count as errors, so that their rows stay. */
const findUnstorable = async (
  kind: DocumentKind,
  good: readonly ResourceDocument[],
  errors: readonly ResourceError[],
): Promise<ReadonlyMap<ResourceDocument, ResourceError>> => {
  const failed = new Map<ResourceDocument, ResourceError>()
  const pending: (readonly ResourceDocument[])[] = [good]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const tried = new Set(part)
    const leftOut = good
      .filter((document) => !tried.has(document))
      .map((document) => toResourceError(document, { path: [], reason: '' }))
    try {
      await kind.apply(part, [...errors, ...leftOut])
    } catch (error) {
      const [first] = part
      const half = Math.ceil(part.length / 2)
      if (first !== undefined && part.length === 1)
        failed.set(first, toResourceError(first, toDocumentError(error, 'stored')))
      else pending.push(part.slice(half), part.slice(0, half))
    }
  }
  return failed
}

const toResourceError = (document: ResourceDocument, { path, reason }: DocumentError): ResourceError => {
  const { file, index, kind, name, namespace } = document
  const mask = new Mask()
  mask.hideAll(secretsIn(document.spec))
  return { file, index, ...document.findPosition(path), reason: mask.inText(reason), kind, name, namespace }
}

const unsupported: ReadonlyMap<string, string> = new Map([
  ['Scope', 'Scopes are not supported. Write the selectors in spec.object of each Permission.'],
  ['SystemTemplate', 'SystemTemplate is the former name of Topology. Write kind: Topology.'],
  ['View', 'Views are not supported.'],
  ['Application', 'Applications are not supported. Use a Topology.'],
])

const unknownKind = (known: readonly string[]) => (document: ResourceDocument) => ({
  ...toResourceError(document, {
    path: [],
    reason:
      unsupported.get(document.kind) ?? `Unknown kind "${document.kind}". Known kinds: ${known.toSorted().join(', ')}.`,
  }),
  ...document.position,
})
