import { parseAllDocuments, visit, type Document } from 'yaml'
import { demandYamlDepth } from '#relay/backend/parsing/yaml-depth.ts'
import { parseExactJson, withoutBigints } from '#shared/primitives/exact-json.ts'
import { compileJsonPath } from '#relay/backend/templates/json-path.ts'
import { parseProperties } from './parse-properties.ts'
import { parseXml } from '#relay/backend/parsing/parse-xml.ts'
import { keepSpelling } from './spelling.ts'
import { valueAt, type Steps } from './value-path.ts'

export const textFormats = ['json', 'yaml', 'properties', 'xml', 'text'] as const
/** `output` is what a program writes: JSON or YAML. */
export type TextFormat = (typeof textFormats)[number] | 'output'

export type ItemsPath =
  | { readonly kind: 'place'; readonly steps: Steps }
  | { readonly kind: 'path'; readonly path: string }

export interface DocumentsText {
  readonly text: string
  readonly format: TextFormat | undefined
  readonly items: ItemsPath | undefined
  /** A list is one document. */
  readonly keepsLists?: boolean
}

const bounds = { depthMax: 64, valuesMax: 5_000_000, namesMax: 100_000 }

const formatByEnding: Readonly<Record<string, TextFormat>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  ndjson: 'json',
  jsonl: 'json',
  xml: 'xml',
  properties: 'properties',
  env: 'properties',
}

export const formatFromName = (name: string): TextFormat | undefined => {
  const [, ending = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? []
  return formatByEnding[ending]
}

export const formatFromContentType = (contentType: string): TextFormat | undefined => {
  const [, name] = /\b(json|yaml|xml)\b/i.exec(contentType) ?? []
  return name === undefined ? undefined : formatByEnding[name.toLowerCase()]
}

const parseJson = (text: string): unknown => withoutBigints(parseExactJson(text, bounds))

const guessed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return { content: text }
  try {
    return parseJson(text)
  } catch {
    return { content: text }
  }
}

const mayNeedSpelling = /[\s[,{][-+]?(?:0\w|\.\d|\d+\.\d*(?:0|e)|\d+\.(?!\d)|\d+e)|\+\d|\b(?:True|TRUE|False|FALSE)\b/i

const toSpelled = (document: Document.Parsed): unknown => {
  visit(document, {
    Scalar: (key, scalar) => {
      if (key !== 'key' && typeof scalar.value !== 'string' && scalar.value !== null && scalar.source !== undefined)
        scalar.value = scalar.source
    },
  })
  return document.toJS({ maxAliasCount: 1_000 })
}

const yamlDocuments = (text: string): unknown[] => {
  const parsed = parseAllDocuments(demandYamlDepth(text), {
    prettyErrors: false,
    merge: true,
    intAsBigInt: true,
  })
  return (Array.isArray(parsed) ? parsed : []).flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    const value = withoutBigints(document.toJS({ maxAliasCount: 1_000 }))
    if (mayNeedSpelling.test(text)) keepSpelling(value, toSpelled(document))
    return value === null ? [] : [value]
  })
}

/** One JSON value per line, as `jq -c` writes them. */
const parseJsonLines = (text: string): unknown[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  try {
    return lines.map(parseJson)
  } catch {
    return undefined
  }
}

const parseJsonDocuments = (text: string): unknown[] => {
  if (text.trim() === '') throw new Error('The text is empty, which is not JSON')
  try {
    return [parseJson(text)]
  } catch (error) {
    const lines = parseJsonLines(text)
    if (lines === undefined || lines.length === 0) throw error
    return lines
  }
}

const parseOutput = (text: string): unknown[] => {
  if (text.trim() === '') return []
  const isLikeJson = /^\s*[[{]/.test(text)
  let jsonError: unknown
  if (isLikeJson) {
    try {
      return [parseJson(text)]
    } catch (error) {
      jsonError = error
    }
  }
  let documents: unknown[]
  try {
    documents = yamlDocuments(text)
  } catch (error) {
    const lines = isLikeJson ? parseJsonLines(text) : undefined
    if (lines !== undefined) return lines
    throw jsonError ?? error
  }
  const plain = documents.find((document) => typeof document !== 'object')
  if (plain === undefined) return documents
  throw new Error(
    `The output is neither JSON nor YAML with fields: ${JSON.stringify(text.trim().slice(0, 60))}. Set format: text to store it as it is`,
  )
}

const readers: Readonly<Record<TextFormat, (text: string) => unknown[]>> = {
  json: parseJsonDocuments,
  yaml: yamlDocuments,
  properties: (text) => [parseProperties(text)],
  xml: (text) => [parseXml(text)],
  output: parseOutput,
  text: (text) => [{ content: text }],
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

/** A column of a database without a JSON type has its list as text. */
const parseEmbedded = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return parseJson(value)
  } catch {
    return value
  }
}

const itemsAt = (document: unknown, { items, keepsLists }: DocumentsText): readonly unknown[] => {
  if (items === undefined) return keepsLists === true ? [document] : asList(document)
  const found = items.kind === 'place' ? valueAt(document, items.steps) : compileJsonPath(items.path)(document)
  return found === undefined || found === null ? [] : asList(parseEmbedded(found))
}

/**
 * YAML yields each document, a JSON list its members. Without a format, text that is not valid JSON is one text
 * document.
 */
export const readDocuments = (input: DocumentsText): unknown[] => {
  const { text, format } = input
  const documents = format === undefined ? [guessed(text)] : readers[format](text)
  return documents.flatMap((document) => itemsAt(document, input))
}
