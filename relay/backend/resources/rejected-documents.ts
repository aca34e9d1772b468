import type { RejectedDocument } from '#shared/resources/rejected-documents.ts'
import type { ResourceError } from '#relay/backend/resources/resource-document.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'

interface PageOptions {
  readonly limit: number
  readonly offset?: number
  readonly isListed?: (kind: string) => boolean
}

export interface RejectedDocuments {
  count(): number
  page(options: PageOptions): { readonly total: number; readonly documents: readonly RejectedDocument[] }
  find(id: string): RejectedDocument | undefined
  readText(file: string): Promise<string>
}

export interface UnusableRow {
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly namespace: string
  readonly source: ResourceError | undefined
  readonly reason: string
}

interface RejectedDocumentsOptions {
  readonly listErrors: () => readonly ResourceError[]
  readonly listRows: () => readonly UnusableRow[]
  readonly readText: (file: string) => Promise<string>
}

export const createRejectedDocuments = ({
  listErrors,
  listRows,
  readText,
}: RejectedDocumentsOptions): RejectedDocuments => {
  const listAll = (): readonly Rejection[] => [...listErrors(), ...listRows()]
  return {
    count: () => listErrors().length + listRows().length,
    page: ({ limit, offset = 0, isListed = () => true }) => {
      const listed = listAll().filter(({ kind }) => isListed(kind))
      return { total: listed.length, documents: listed.slice(offset, offset + limit).map(toDocument) }
    },
    find: (id) => {
      for (const rejection of listAll()) {
        const document = toDocument(rejection)
        if (document.id === id) return document
      }
      return undefined
    },
    readText,
  }
}

type Rejection = ResourceError | UnusableRow

const toDocument = (rejection: Rejection): RejectedDocument => {
  if (!('id' in rejection)) return toRejected(rejection)
  const { id, kind, name, namespace, source, reason } = rejection
  return source === undefined
    ? { id, kind, name, namespace, reason, file: '', line: 1, column: 1, hasText: false }
    : toRejected(source)
}

const toRejected = ({ file, index, line, column, kind, name, namespace, reason }: ResourceError): RejectedDocument => ({
  id: stableId(`document ${file} ${index} ${line}:${column} ${reason}`),
  file,
  line,
  column,
  kind,
  name,
  namespace,
  reason,
  hasText: file !== '',
})
