import { isMap, isScalar, isSeq, parseDocument, type Pair, type YAMLMap } from 'yaml'

const getKey = ({ key }: Pair): unknown => (isScalar(key) ? key.value : undefined)

const orderedItems = (map: YAMLMap, model: YAMLMap): readonly Pair[] => {
  const positions = new Map(model.items.map((pair, at) => [getKey(pair), at]))
  const runs: { readonly position: number; readonly pairs: Pair[] }[] = [{ position: -1, pairs: [] }]
  for (const pair of map.items) {
    const position = positions.get(getKey(pair))
    if (position === undefined) runs.at(-1)?.pairs.push(pair)
    else runs.push({ position, pairs: [pair] })
  }
  return runs.toSorted((one, other) => one.position - other.position).flatMap(({ pairs }) => pairs)
}

const orderNode = (node: unknown, model: unknown): boolean => {
  if (isSeq(node) && isSeq(model))
    return node.items.map((item, at) => orderNode(item, model.items[at])).some((hasMoved) => hasMoved)
  if (!isMap(node) || !isMap(model)) return false
  const items = orderedItems(node, model)
  const hasMoved = items.some((pair, at) => pair !== node.items[at])
  if (hasMoved) node.items = [...items]
  const inside = items.map((pair) =>
    orderNode(pair.value, model.items.find((each) => getKey(each) === getKey(pair))?.value),
  )
  return hasMoved || inside.includes(true)
}

/** Keeps comments and formatting. A text that is in order already, or does not parse, is returned unchanged. */
export const orderLike = (text: string, model: string): string => {
  const [document, like] = [parseDocument(text), parseDocument(model)]
  if (document.errors.length > 0 || like.errors.length > 0) return text
  return orderNode(document.contents, like.contents) ? document.toString({ lineWidth: 0 }) : text
}
