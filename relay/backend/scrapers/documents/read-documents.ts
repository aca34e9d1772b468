import { parseAllDocuments } from 'yaml'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { compileJsonPath } from '#relay/backend/templates/json-path.ts'
import { valueAt, type Steps } from './value-path.ts'

/** How the text of a source is read: `text` is one document as it stands. */
export const textFormats = ['json', 'yaml', 'properties', 'text'] as const
export type TextFormat = (typeof textFormats)[number]

/** Where the items of a document are: all of a list at one place, or what a JSONPath finds. */
export type ItemsPath =
  | { readonly kind: 'place'; readonly steps: Steps }
  | { readonly kind: 'path'; readonly path: string }

export interface DocumentsText {
  readonly text: string
  readonly format: TextFormat | undefined
  readonly items: ItemsPath | undefined
}

const bounds = { depthMax: 64, valuesMax: 5_000_000, namesMax: 100_000 }

const formatByEnding: Readonly<Record<string, TextFormat>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  properties: 'properties',
  env: 'properties',
}

/** The format that a file's name tells; undefined where it tells none. */
export const formatFromName = (name: string): TextFormat | undefined => {
  const [, ending = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? []
  return formatByEnding[ending]
}

/** The format that a content type tells; undefined where it tells none. */
export const formatFromContentType = (contentType: string): TextFormat | undefined => {
  const [, name] = /\b(json|yaml)\b/i.exec(contentType) ?? []
  return name === undefined ? undefined : formatByEnding[name.toLowerCase()]
}

const guessed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return { content: text }
  try {
    return parseBoundedJson(text, bounds)
  } catch {
    return { content: text }
  }
}

const yamlDocuments = (text: string): unknown[] => {
  const parsed = parseAllDocuments(text, { prettyErrors: false })
  return (Array.isArray(parsed) ? parsed : []).flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    const value: unknown = document.toJS({ maxAliasCount: 1_000 })
    return value === null ? [] : [value]
  })
}

/** `key=value`, `key: value` and `key value`, a line each, as Java writes them; a line that ends with `\` goes on. */
const parseProperties = (text: string): Record<string, string> => {
  const properties: [string, string][] = []
  for (const line of text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/)) {
    const [, key, value = ''] = /^\s*([^#!\s:=][^\s:=]*)\s*[:=\s]?\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) properties.push([key, value.trim()])
  }
  return Object.fromEntries(properties)
}

const readers: Readonly<Record<TextFormat, (text: string) => unknown[]>> = {
  json: (text) => [parseBoundedJson(text, bounds)],
  yaml: yamlDocuments,
  properties: (text) => [parseProperties(text)],
  text: (text) => [{ content: text }],
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

/** The items of a document at that place; what is no list is one item, and nothing none. */
const itemsAt = (document: unknown, items: ItemsPath | undefined): readonly unknown[] => {
  if (items === undefined) return asList(document)
  const found = items.kind === 'place' ? valueAt(document, items.steps) : compileJsonPath(items.path)(document)
  return found === undefined || found === null ? [] : asList(found)
}

/**
 * The documents that a text holds: those of YAML one by one, the members of a JSON list, otherwise one; with `items` what stands
 * there. Throws where the text is not what it is said to be; where nothing says what it is, it is JSON if it can be read as such,
 * and a text otherwise.
 */
export const readDocuments = ({ text, format, items }: DocumentsText): unknown[] => {
  const documents = format === undefined ? [guessed(text)] : readers[format](text)
  return documents.flatMap((document) => itemsAt(document, items))
}
