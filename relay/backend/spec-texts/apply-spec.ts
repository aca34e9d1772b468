import { isAlias, isMap, isNode, isScalar, isSeq, parseDocument, type Document, type YAMLMap, type YAMLSeq } from 'yaml'
import { isMap as isRecord } from '#shared/primitives/is-map.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

const toJson = (value: unknown): unknown => (value === undefined ? null : JSON.parse(JSON.stringify(value) ?? 'null'))

const toValue = (document: Document, node: unknown): unknown => (isNode(node) ? toJson(node.toJS(document)) : node)

const findPair = (map: YAMLMap, key: string) =>
  map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key)

const applyMap = (document: Document, map: YAMLMap, value: Readonly<Record<string, unknown>>) => {
  map.items = map.items.filter(({ key }) => isScalar(key) && Object.hasOwn(value, String(key.value)))
  for (const [key, part] of Object.entries(value)) {
    const pair = findPair(map, key)
    if (pair === undefined) map.add(document.createPair(key, part))
    else pair.value = changed(document, pair.value, part)
  }
}

const findName = (value: unknown): unknown => (isRecord(value) ? value['name'] : undefined)

/** Entries keep their comments when others are inserted, removed or renamed around them. */
const applySeq = (document: Document, seq: YAMLSeq, values: readonly unknown[]) => {
  const [first] = seq.items
  if (isNode(first) && seq.commentBefore) {
    // The parser gives the comment of the first entry to the list.
    first.commentBefore = [seq.commentBefore, first.commentBefore].filter(Boolean).join('\n')
    seq.commentBefore = null
  }
  const before = seq.items.map((item) => ({ item, value: toValue(document, item) }))
  const most = Math.min(before.length, values.length)
  let head = 0
  while (head < most && sameJson(before[head]?.value, values[head])) head += 1
  let tail = 0
  while (tail < most - head && sameJson(before.at(-1 - tail)?.value, values.at(-1 - tail))) tail += 1
  const free = new Set(before.slice(head, before.length - tail))
  const named = new Set(values.map(findName))
  const take = (value: unknown, at: number) => {
    const name = findName(value)
    const sameName = name === undefined ? undefined : [...free].find((one) => findName(one.value) === name)
    const sameIndex = before[at]
    const isOther = sameIndex === undefined || !free.has(sameIndex) || named.has(findName(sameIndex.value) ?? null)
    const found = sameName ?? (isOther ? undefined : sameIndex)
    if (found !== undefined) free.delete(found)
    return found?.item
  }
  const middle = values
    .slice(head, values.length - tail)
    .map((value, at) => changed(document, take(value, head + at), value))
  seq.items = [...seq.items.slice(0, head), ...middle, ...seq.items.slice(before.length - tail)]
}

const changed = (document: Document, node: unknown, value: unknown): unknown => {
  if (isMap(node) && isRecord(value)) {
    applyMap(document, node, value)
    return node
  }
  if (isSeq(node) && Array.isArray(value)) {
    applySeq(document, node, value)
    return node
  }
  if ((isAlias(node) || isScalar(node)) && sameJson(toValue(document, node), value)) return node
  const fresh = document.createNode(value)
  if (!isNode(fresh) || !isNode(node) || isAlias(node)) return fresh
  const { comment, commentBefore, spaceBefore } = node
  const isSameType = isScalar(node) && isScalar(fresh) && typeof node.value === typeof value
  if (isSameType && node.type !== undefined) fresh.type = node.type
  return Object.assign(fresh, { comment, commentBefore, spaceBefore })
}

/** The comment above the first key is usually about the whole document. */
const applyRoot = (document: Document, root: YAMLMap, spec: Readonly<Record<string, unknown>>) => {
  const before = root.items[0]?.key
  applyMap(document, root, spec)
  const first = root.items[0]?.key
  if (first === before || !isNode(first) || !isNode(before)) return
  first.commentBefore = [before.commentBefore, first.commentBefore].filter(Boolean).join('\n')
  first.spaceBefore = false
}

/** The text with the value `spec`, unchanged where it has it already. Null if the text cannot be changed so. */
export const applySpec = (text: string, spec: Readonly<Record<string, unknown>>): string | null => {
  const wanted = toJson(spec)
  try {
    const document: Document = parseDocument(text)
    if (document.errors.length > 0) return null
    if (sameJson(toJson(document.toJS()), wanted)) return text
    if (!isMap(document.contents)) return null
    applyRoot(document, document.contents, spec)
    const written = document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(text) })
    return sameJson(toJson(parseDocument(written).toJS()), wanted) ? written : null
  } catch {
    // Aliases that expand beyond the parser's limit.
    return null
  }
}
