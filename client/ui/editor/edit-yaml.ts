import { isAlias, isCollection, isScalar, parseDocument, type Document } from 'yaml'

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

/**
 * Undefined removes the key, and maps and lists that it leaves empty, but none of the first `keep` steps. A text that does
 * not parse is returned unchanged.
 */
export const setInYaml = (text: string, path: YamlPath, value: unknown, keep = 2): string => {
  const document: Document = parseDocument(text)
  if (document.errors.length > 0) return text
  withoutAliases(document, path.slice(0, -1))
  if (value === undefined) {
    document.deleteIn(path)
    for (let length = path.length - 1; length > keep && isEmptyAt(document, path.slice(0, length)); length -= 1)
      document.deleteIn(path.slice(0, length))
    return document.toString(shape)
  }
  if (document.contents === null || !isCollection(document.contents)) document.contents = document.createNode({})
  const node: unknown = document.getIn(path, true)
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    if (typeof value !== typeof node.value) delete node.type
    delete node.source
    node.value = value
  } else document.setIn(path, document.createNode(value))
  return document.toString(shape)
}

export const valueAt = (value: unknown, path: YamlPath): unknown =>
  path.reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)
