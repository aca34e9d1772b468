import { LineCounter, isMap, isNode, isScalar, parseAllDocuments, type Document } from 'yaml'
import type { z } from 'zod'
import {
  resourceSchema,
  type DocumentPath,
  type Position,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'

export interface ParsedFile {
  readonly documents: readonly ResourceDocument[]
  readonly errors: readonly ResourceError[]
}

export const parseDocuments = (file: string, text: string): ParsedFile => {
  const lines = new LineCounter()
  const documents: ResourceDocument[] = []
  const errors: ResourceError[] = []
  const parsed = parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })
  for (const [index, document] of (Array.isArray(parsed) ? parsed : []).entries()) {
    if (document.errors.length === 0 && isEmpty(document)) continue
    const read = readDocument(file, index, document, lines)
    if ('reason' in read) errors.push(read)
    else documents.push(read)
  }
  return { documents, errors }
}

const isEmpty = ({ contents }: Document.Parsed): boolean =>
  contents === null || (isScalar(contents) && contents.value === null)

const readDocument = (
  file: string,
  index: number,
  document: Document.Parsed,
  lines: LineCounter,
): ResourceDocument | ResourceError => {
  const findPosition = (path: DocumentPath): Position => positionIn(document, path, lines)
  const toError = (position: Position, reason: string): ResourceError => ({
    file,
    index,
    ...position,
    reason,
    kind: textAt(document, ['kind']),
    name: textAt(document, ['metadata', 'name']),
    namespace: textAt(document, ['metadata', 'namespace']),
  })

  const [error] = document.errors
  if (error !== undefined) {
    return toError(at(lines, error.pos[0]), `Invalid YAML: ${toSentence(error.message)}`)
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 1_000 })
  } catch (error) {
    return toError(
      findPosition([]),
      `Failed to read the YAML: ${toSentence(error instanceof Error ? error.message : String(error))}`,
    )
  }
  if (!isMap(document.contents)) {
    return toError(findPosition([]), 'A document must be a map with apiVersion, kind, metadata and spec.')
  }
  const resource = resourceSchema.safeParse(value)
  if (!resource.success) {
    const [issue] = resource.error.issues
    return toError(findPosition(toPath(issue)), toReason(issue))
  }
  const { kind, metadata, spec } = resource.data
  return {
    file,
    index,
    position: findPosition([]),
    kind,
    name: metadata.name,
    namespace: metadata.namespace,
    labels: metadata.labels,
    annotations: metadata.annotations,
    spec,
    findPosition: (path) => findPosition(['spec', ...path]),
  }
}

export const toPath = (issue: z.core.$ZodIssue | undefined): (string | number)[] => {
  const path = (issue?.path ?? []).filter((key) => typeof key !== 'symbol')
  return issue?.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path
}
export const toReason = (issue: z.core.$ZodIssue | undefined): string => {
  const path = dotted(toPath(issue))
  const reason = toSentence((issue?.message ?? 'The document is invalid').replace(/^Invalid input: /, ''))
  return path === '' ? reason : `${path}: ${reason}`
}

const dotted = (path: DocumentPath): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? key : `${text}.${key}`),
    '',
  )

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const at = (lines: LineCounter, offset: number): Position => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(1, line), column: Math.max(1, col) }
}

const positionIn = (document: Document.Parsed, path: DocumentPath, lines: LineCounter): Position => {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      const range = isNode(pair?.key) ? pair.key.range : undefined
      if (range != null) return at(lines, range[0])
    }
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range != null) return at(lines, node.range[0])
  }
  return at(lines, document.contents?.range[0] ?? document.range[0])
}

const textAt = (document: Document.Parsed, path: string[]): string => {
  const value: unknown = document.getIn(path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
