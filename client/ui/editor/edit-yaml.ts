import { isAlias, isCollection, isScalar, parseDocument, type Document } from 'yaml'
import { mergeLines } from './merge-lines.ts'
import { spliceYaml } from './splice-yaml.ts'

export type YamlPath = readonly (string | number)[]

const shape = { lineWidth: 0 } as const

/** An alias on the path is replaced by a copy, so that its other uses do not change. */
const withoutAliases = (document: Document, path: YamlPath): void => {
  for (let length = 1; length <= path.length; length += 1) {
    const parentPath = path.slice(0, length)
    const node: unknown = document.getIn(parentPath, true)
    if (!isAlias(node)) continue
    const value: unknown = node.toJS(document)
    document.setIn(parentPath, document.createNode(value))
  }
}

const isEmptyAt = (document: Document, path: YamlPath): boolean => {
  const node: unknown = document.getIn(path, true)
  return isCollection(node) && node.items.length === 0
}

/** Undefined if the path ends in none. The path of a removal grows shorter by maps and lists that it leaves empty. */
const edit = (document: Document, path: YamlPath, value: unknown, keep: number) => {
  withoutAliases(document, path.slice(0, -1))
  if (value === undefined) {
    document.deleteIn(path)
    let length = path.length
    for (; length > keep + 1 && isEmptyAt(document, path.slice(0, length - 1)); length -= 1)
      document.deleteIn(path.slice(0, length - 1))
    return { path: path.slice(0, length), node: undefined }
  }
  if (document.contents === null || !isCollection(document.contents)) document.contents = document.createNode({})
  const before: unknown = document.getIn(path, true)
  const node = document.createNode(value)
  if (isScalar(before) && isScalar(node)) {
    if (typeof value === typeof before.value && before.type !== undefined) node.type = before.type
    document.setIn(path, Object.assign(before, { value, type: node.type, source: undefined }))
  } else document.setIn(path, node)
  return { path, node }
}

/** Keeps lines that formatting alone would change. */
const withOwnLines = (text: string, formatted: string, edited: string): string => {
  const [before, mine, theirs] = [formatted, text, edited].map((each) => each.split('\n'))
  const parts = mergeLines({ before: before ?? [], mine: mine ?? [], theirs: theirs ?? [] })
  return parts.flatMap((part) => (part.kind === 'conflict' ? part.theirs : part.lines)).join('\n')
}

const isSameDocument = (text: string, value: string): boolean => {
  const document = parseDocument(text)
  return document.errors.length === 0 && JSON.stringify(document.toJS()) === value
}

/**
 * Changes only the lines of the edited entry, where the text allows it. Undefined removes the key, and maps and lists that
 * it leaves empty, but none of the first `keep` steps. A text that does not parse is returned unchanged.
 */
export const setInYaml = (text: string, path: YamlPath, value: unknown, keep = 2): string => {
  const source = parseDocument(text)
  if (source.errors.length > 0) return text
  const document: Document = source.clone()
  const edited = edit(document, path, value, keep)
  const wanted = JSON.stringify(document.toJS())
  const spliced = spliceYaml(text, source, edited.path, edited.node)
  if (spliced !== undefined && isSameDocument(spliced, wanted)) return spliced
  const whole = document.toString(shape)
  const merged = withOwnLines(text, source.toString(shape), whole)
  return isSameDocument(merged, wanted) ? merged : whole
}
