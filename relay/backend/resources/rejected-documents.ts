import type { RejectedDocument } from '#shared/resources/rejected-documents.ts'
import type { ResourceError } from '#relay/backend/resources/resource-document.ts'
import { stableId } from '#relay/backend/rows/stable-id.ts'

export interface RejectedDocuments {
  count(): number
  list(most?: number): readonly RejectedDocument[]
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

export interface RejectedDocumentsOptions {
  readonly listErrors: () => readonly ResourceError[]
  readonly listRows: () => readonly UnusableRow[]
  readonly readText: (file: string) => Promise<string>
}

export const createRejectedDocuments = ({
  listErrors,
  listRows,
  readText,
}: RejectedDocumentsOptions): RejectedDocuments => ({
  count: () => listErrors().length + listRows().length,
  list: (most = Infinity) => {
    const errors = listErrors().slice(0, most).map(toRejected)
    const rows = listRows()
      .slice(0, most - errors.length)
      .map(({ id, kind, name, namespace, source, reason }) =>
        source === undefined
          ? { id, kind, name, namespace, reason, file: '', line: 1, column: 1, hasText: false }
          : toRejected(source),
      )
    return [...errors, ...rows]
  },
  readText,
})

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
