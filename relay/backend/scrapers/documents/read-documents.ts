import { parseAllDocuments } from 'yaml'
import { demandYamlDepth } from '#relay/backend/yaml-depth.ts'
import { parseExactJson, withoutBigints } from '#shared/primitives/exact-json.ts'
import { compileJsonPath } from '#relay/backend/templates/json-path.ts'
import { valueAt, type Steps } from './value-path.ts'

export const textFormats = ['json', 'yaml', 'properties', 'text'] as const
export type TextFormat = (typeof textFormats)[number]

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

export const formatFromName = (name: string): TextFormat | undefined => {
  const [, ending = ''] = /\.([^./]+)$/.exec(name.toLowerCase()) ?? []
  return formatByEnding[ending]
}

export const formatFromContentType = (contentType: string): TextFormat | undefined => {
  const [, name] = /\b(json|yaml)\b/i.exec(contentType) ?? []
  return name === undefined ? undefined : formatByEnding[name.toLowerCase()]
}

const guessed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return { content: text }
  try {
    return withoutBigints(parseExactJson(text, bounds))
  } catch {
    return { content: text }
  }
}

const yamlDocuments = (text: string): unknown[] => {
  const parsed = parseAllDocuments(demandYamlDepth(text), { prettyErrors: false })
  return (Array.isArray(parsed) ? parsed : []).flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    const value: unknown = document.toJS({ maxAliasCount: 1_000 })
    return value === null ? [] : [value]
  })
}

const parseProperties = (text: string): Record<string, string> => {
  const properties: [string, string][] = []
  for (const line of text.replaceAll(/\\\r?\n[ \t]*/g, '').split(/\r?\n/)) {
    const [, key, value = ''] = /^\s*([^#!\s:=][^\s:=]*)\s*[:=\s]?\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) properties.push([key, value.trim()])
  }
  return Object.fromEntries(properties)
}

const readers: Readonly<Record<TextFormat, (text: string) => unknown[]>> = {
  json: (text) => [withoutBigints(parseExactJson(text, bounds))],
  yaml: yamlDocuments,
  properties: (text) => [parseProperties(text)],
  text: (text) => [{ content: text }],
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

const itemsAt = (document: unknown, items: ItemsPath | undefined): readonly unknown[] => {
  if (items === undefined) return asList(document)
  const found = items.kind === 'place' ? valueAt(document, items.steps) : compileJsonPath(items.path)(document)
  return found === undefined || found === null ? [] : asList(found)
}

/**
 * YAML yields each document, a JSON list its members. Without a format, text that is not valid JSON is one text
 * document.
 */
export const readDocuments = ({ text, format, items }: DocumentsText): unknown[] => {
  const documents = format === undefined ? [guessed(text)] : readers[format](text)
  return documents.flatMap((document) => itemsAt(document, items))
}
