import { isAlias, isCollection, isPair, isScalar, type Document } from 'yaml'

const expandedMax = 20_000_000

/**
 * An anchor of a list that is named a thousand times is one list in memory, but a thousand in the stored spec. Linear in the
 * written length, unlike the alias count of the parser.
 */
export const isTooLargeExpanded = ({ contents }: Document.Parsed): boolean => {
  const anchored = new Map<string, number>()
  let hasAliases = false
  const measure = (node: unknown): number => {
    if (isPair(node)) return measure(node.key) + measure(node.value)
    if (isAlias(node)) {
      hasAliases = true
      return anchored.get(node.source) ?? 1
    }
    const size = isScalar(node) ? measureScalar(node.value) : isCollection(node) ? sum(node.items) : 0
    if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) anchored.set(node.anchor, size)
    return size
  }
  const sum = (items: readonly unknown[]): number => items.reduce<number>((total, item) => total + measure(item), 2)
  return measure(contents) > expandedMax && hasAliases
}

const measureScalar = (value: unknown): number => (typeof value === 'string' ? value.length : 8) + 2
