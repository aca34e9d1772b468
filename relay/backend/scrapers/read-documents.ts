import { parseAllDocuments } from 'yaml'
import { parseBoundedJson } from '#shared/primitives/bounded-json.ts'

/** How the text of a source is read: `text` is one document as it stands. */
export const textFormats = ['json', 'yaml', 'properties', 'text'] as const
export type TextFormat = (typeof textFormats)[number]

const bounds = { depthMax: 64, valuesMax: 2_000_000, namesMax: 100_000 }
const yamlMax = 1024 * 1024

const formatByEnding: Readonly<Record<string, TextFormat>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  properties: 'properties',
  env: 'properties',
}

/** The format that a file's name tells; undefined where it tells none. */
export const formatOfName = (name: string): TextFormat | undefined => {
  const [, ending = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? []
  return formatByEnding[ending]
}

const guessed = (text: string): unknown => {
  if (/^\s*[[{]/.test(text)) {
    try {
      return parseBoundedJson(text, bounds)
    } catch {
      return { content: text }
    }
  }
  return { content: text }
}

const yamlDocuments = (text: string): unknown[] => {
  if (text.length > yamlMax) throw new Error(`YAML of more than ${yamlMax / 1024} KB is not read.`)
  const parsed = parseAllDocuments(text, { prettyErrors: false })
  return (Array.isArray(parsed) ? parsed : []).flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    const value: unknown = document.toJS({ maxAliasCount: 1_000 })
    return value === null ? [] : [value]
  })
}

/** `key=value`, `key: value` and `key value`, a line each, as Java writes them; a line that ends with `\` goes on. */
const propertiesOf = (text: string): Record<string, string> => {
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
  properties: (text) => [propertiesOf(text)],
  text: (text) => [{ content: text }],
}

/**
 * The documents that a text holds: those of YAML one by one, the members of a JSON list, otherwise one. Throws where it is not
 * what it is said to be; where nothing says what it is, it is JSON if it can be read as such, and a text otherwise.
 */
export const readDocuments = (text: string, format: TextFormat | undefined): unknown[] => {
  const documents = format === undefined ? [guessed(text)] : readers[format](text)
  return documents.flatMap((document) => (Array.isArray(document) ? (document as unknown[]) : [document]))
}
