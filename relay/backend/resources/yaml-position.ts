import { isAlias, isMap, isNode, isScalar, isSeq, type Document, type Pair, type YAMLMap } from 'yaml'
import type { DocumentPath, Position } from '#relay/backend/resources/resource-document.ts'

/** Follows aliases and merge keys: a field that an anchor provides is found at the anchor. */
export const positionFinder = (document: Document.Parsed, toStart: (offset: number) => Position) => {
  const resolve = (node: unknown): unknown => (isAlias(node) ? node.resolve(document) : node)

  const findPair = (map: YAMLMap, key: string | number): Pair | undefined => {
    const own = map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
    if (own !== undefined) return own
    for (const pair of map.items) {
      if (!isScalar(pair.key) || typeof pair.key.value !== 'symbol') continue
      const merged = resolve(pair.value)
      for (const source of isSeq(merged) ? merged.items.map(resolve) : [merged]) {
        const found = isMap(source) ? findPair(source, key) : undefined
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  return (path: DocumentPath): Position => {
    let start = document.contents?.range[0] ?? document.range[0]
    let node: unknown = document.contents
    for (const key of path) {
      const within = resolve(node)
      const pair = isMap(within) ? findPair(within, key) : undefined
      const at: unknown = isSeq(within) && typeof key === 'number' ? within.items[key] : pair?.key
      if (!isNode(at) || at.range == null) break
      start = at.range[0]
      node = pair === undefined ? at : pair.value
    }
    return toStart(start)
  }
}
