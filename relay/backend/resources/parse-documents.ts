import type { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { findStrayKey } from '#relay/backend/resources/stray-key.ts'
import { findYamlPosition, parseYaml, toSentence, type YamlDocument } from '#relay/backend/resources/parse-yaml.ts'
import {
  resourceSchema,
  type DocumentPath,
  type ResourceDocument,
  type ResourceError,
} from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { spellTexts } from '#relay/backend/resources/spell-texts.ts'
import { chartTemplate, isChartTemplate } from '#relay/backend/resources/yaml-errors.ts'
import { storableValue } from '#relay/backend/rows/storable-text.ts'

export interface ParsedFile {
  readonly documents: readonly ResourceDocument[]
  readonly errors: readonly ResourceError[]
}

export type SpecSchemas = ReadonlyMap<string, z.ZodType>

/** `index` counts documents, and items of lists like documents. */
export const parseDocuments = (file: string, text: string, schemas: SpecSchemas = new Map()): ParsedFile => {
  const documents: ResourceDocument[] = []
  const errors: ResourceError[] = []
  const parts = parseYaml(text).flatMap((document, at) => listParts(document).map((part) => ({ at, part })))
  for (const [index, { at, part }] of parts.entries()) {
    const read = readPart(file, index, part, schemas)
    if ('reason' in read) errors.push(read)
    else documents.push({ ...read, findPosition: specPositions(text, at, part.path) })
  }
  return { documents, errors }
}

/** A function of its own: a closure in readPart retains the parsed document, and these live as long as the file. */
const specPositions =
  (text: string, at: number, path: DocumentPath): ResourceDocument['findPosition'] =>
  (within) =>
    findYamlPosition(text, at, [...path, 'spec', ...within])

interface Part {
  readonly document: YamlDocument
  readonly path: DocumentPath
  readonly value: unknown
  readonly spelled: unknown
}

/** As the API of a cluster writes it, an item of `CanaryList` has no kind of its own. */
const withListKind = ({ apiVersion, kind }: Readonly<Record<string, unknown>>, item: unknown): unknown =>
  isMap(item) && item['kind'] === undefined && typeof kind === 'string' && kind !== 'List'
    ? { apiVersion, ...item, kind: kind.slice(0, -'List'.length) }
    : item

/** The items of `kind: List`, as kubectl writes it, are documents of their own. */
const listParts = (document: YamlDocument, part?: Part): readonly Part[] => {
  const { read } = document
  if ('error' in read) return [{ document, path: [], value: undefined, spelled: undefined }]
  const { path, value, spelled } = part ?? { path: [], ...read }
  const isList = isMap(value) && typeof value['kind'] === 'string' && value['kind'].endsWith('List')
  if (isList && value['items'] === null) return []
  if (!isList || !Array.isArray(value['items'])) return [{ document, path, value, spelled }]
  const items = value['items'].map((item: unknown) => withListKind(value, item))
  const spelledItems: readonly unknown[] =
    isMap(spelled) && Array.isArray(spelled['items'])
      ? spelled['items'].map((item: unknown) => withListKind(value, item))
      : []
  return items.flatMap((item, index) =>
    listParts(document, { document, path: [...path, 'items', index], value: item, spelled: spelledItems[index] }),
  )
}

const mustBeMap = 'A document must be a map with apiVersion, kind, metadata and spec.'

const readPart = (
  file: string,
  index: number,
  { document, path, value, spelled }: Part,
  schemas: SpecSchemas,
): Omit<ResourceDocument, 'findPosition'> | ResourceError => {
  const findPosition = (within: DocumentPath) => document.findPosition([...path, ...within])
  const textAt = (...within: string[]) => document.textAt([...path, ...within])
  const identity = {
    kind: textAt('kind') || (isMap(value) && typeof value['kind'] === 'string' ? value['kind'] : ''),
    name: textAt('metadata', 'name'),
    namespace: textAt('metadata', 'namespace'),
  }
  if ('error' in document.read) return { file, index, ...document.read.error, ...identity }
  const rejected = (at: DocumentPath, reason: string): ResourceError => ({
    file,
    index,
    ...findPosition(at),
    reason,
    ...identity,
  })

  if (!isMap(value)) return rejected([], mustBeMap)
  const { apiVersion, kind, metadata } = isMap(spelled) ? spelled : value
  const header = { apiVersion, kind, metadata }
  const resource = resourceSchema.safeParse(header)
  if (!resource.success) {
    const isOtherKind = typeof kind === 'string' && kind !== '' && schemas.size > 0 && !schemas.has(kind)
    if (!isOtherKind) {
      const [issue] = specIssues(resourceSchema, resource.error, header)
      return rejected(toPath(issue), toReason(issue))
    }
  }
  const stranger = findStrayKey(value, schemas.get(identity.kind))
  if (stranger !== undefined) return rejected(stranger.path, stranger.reason)
  const template = findChartTemplate(value, [])
  if (template !== undefined)
    return rejected(template.path, `${formatPath(template.path)}: ${chartTemplate(template.text)}`)
  const read = resource.data
  const spec = isMap(spelled) ? spellTexts(schemas.get(identity.kind), value['spec'], spelled['spec']) : value['spec']
  return {
    file,
    index,
    position: findPosition([]),
    kind: read?.kind ?? identity.kind,
    name: read?.metadata.name ?? '',
    namespace: read?.metadata.namespace ?? '',
    labels: read?.metadata.labels ?? {},
    annotations: read?.metadata.annotations ?? {},
    spec: storableValue(spec),
  }
}

/** A text of several lines may be a chart that the document writes somewhere, one of a single line is not. */
const findChartTemplate = (
  value: unknown,
  path: DocumentPath,
): { readonly path: DocumentPath; readonly text: string } | undefined => {
  if (typeof value === 'string') return !value.includes('\n') && isChartValue(value) ? { path, text: value } : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const found = isChartValue(key) ? { path: at, text: key } : findChartTemplate(part, at)
    if (found !== undefined) return found
  }
  return undefined
}
const isChartValue = (text: string): boolean =>
  /\{\{-?\s*\.(?:Values|Release|Chart)\./.test(text) && isChartTemplate(text)

export const toPath = (issue: z.core.$ZodIssue | undefined): (string | number)[] => {
  const path = (issue?.path ?? []).filter((key) => typeof key !== 'symbol')
  return issue?.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path
}
export const toReason = (issue: z.core.$ZodIssue | undefined): string => {
  const path = formatPath(toPath(issue))
  const reason = toSentence((issue?.message ?? 'The document is invalid').replace(/^Invalid input: /, ''))
  return path === '' ? reason : `${path}: ${reason}`
}
