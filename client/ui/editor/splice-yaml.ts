import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

type YamlPath = readonly (string | number)[]
type Source = Document.Parsed

interface Edit {
  readonly from: number
  readonly to: number
  readonly text: string
}

const shape = { lineWidth: 0 } as const

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Without the line breaks that belong to a block scalar. */
const contentEnd = (text: string, { range }: Node): number => {
  const [from = 0, to = 0] = range ?? []
  return from + text.slice(from, to).trimEnd().length
}

const findPair = (map: YAMLMap, key: unknown): Pair | undefined =>
  map.items.find((pair) => isScalar(pair.key) && pair.key.value === key)

interface Entry {
  readonly from: number
  readonly to: number
  readonly column: number
  readonly isFirstOnLine: boolean
}

const toEntry = (text: string, from: number, end: number): Entry => {
  const start = lineStart(text, from)
  return { from, to: end, column: from - start, isFirstOnLine: text.slice(start, from).trim() === '' }
}

const findEntry = (text: string, parent: YAMLMap | YAMLSeq, step: string | number): Entry | undefined => {
  if (isMap(parent)) {
    const { key, value } = findPair(parent, step) ?? {}
    if (!isNode(key) || !isNode(value)) return undefined
    return toEntry(text, key.range?.[0] ?? 0, Math.max(contentEnd(text, value), lineStart(text, key.range?.[1] ?? 0)))
  }
  const item: unknown = typeof step === 'number' ? parent.items[step] : undefined
  if (!isNode(item)) return undefined
  const dash = text.lastIndexOf('-', (item.range?.[0] ?? 0) - 1)
  return dash === -1 ? undefined : toEntry(text, dash, contentEnd(text, item))
}

const render = (parent: YAMLMap | YAMLSeq, step: string | number, node: unknown, column: number): string => {
  const document = new Document(isMap(parent) ? { [step]: node } : [node])
  return document
    .toString(shape)
    .trimEnd()
    .replaceAll(/\n(?=.)/g, `\n${' '.repeat(column)}`)
}

const renderInFlow = (node: unknown): string => {
  const document = new Document([node])
  if (isSeq(document.contents)) document.contents.flow = true
  return document
    .toString({ ...shape, flowCollectionPadding: false })
    .trim()
    .slice(1, -1)
}

const replace = (text: string, parent: YAMLMap | YAMLSeq, step: string | number, node: unknown): Edit | undefined => {
  const before: unknown = parent.get(step, true)
  if (isNode(before) && !isAlias(before) && before.anchor !== undefined) return undefined
  if (parent.flow === true) {
    const [from, to] = isScalar(before) ? (before.range ?? []) : []
    return from === undefined || to === undefined ? undefined : { from, to, text: renderInFlow(node) }
  }
  const entry = findEntry(text, parent, step)
  return entry && { from: entry.from, to: entry.to, text: render(parent, step, node, entry.column) }
}

const append = (text: string, parent: YAMLMap | YAMLSeq, step: string | number, node: unknown): Edit | undefined => {
  if (parent.flow === true || parent.items.length === 0) return undefined
  const first = findEntry(text, parent, isMap(parent) ? keyAt(parent, 0) : 0)
  const last = findEntry(text, parent, isMap(parent) ? keyAt(parent, -1) : parent.items.length - 1)
  if (first === undefined || last === undefined || (isSeq(parent) && step !== parent.items.length)) return undefined
  const at = lineEnd(text, last.to)
  return { from: at, to: at, text: `\n${' '.repeat(first.column)}${render(parent, step, node, first.column)}` }
}

const keyAt = (map: YAMLMap, at: number): string => {
  const key = map.items.at(at)?.key
  return isScalar(key) ? String(key.value) : ''
}

const remove = (text: string, parent: YAMLMap | YAMLSeq, step: string | number): Edit | undefined => {
  const entry = parent.flow === true || parent.items.length === 1 ? undefined : findEntry(text, parent, step)
  if (entry?.isFirstOnLine !== true) return undefined
  return { from: lineStart(text, entry.from), to: Math.min(lineEnd(text, entry.to) + 1, text.length), text: '' }
}

/**
 * Changes only the lines of one entry. Undefined when that is not possible; the result may also have another value than
 * intended, for example in a block scalar that keeps its trailing line breaks, so the caller compares.
 */
export const spliceYaml = (text: string, document: Source, path: YamlPath, node: unknown): string | undefined => {
  const step = path.at(-1)
  if (step === undefined) return undefined
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  if (!isCollection(parent) || !(isMap(parent) || isSeq(parent)) || parent.range == null) return undefined
  const edit =
    node === undefined
      ? remove(text, parent, step)
      : parent.has(step)
        ? replace(text, parent, step, node)
        : append(text, parent, step, node)
  return edit && text.slice(0, edit.from) + edit.text + text.slice(edit.to)
}
