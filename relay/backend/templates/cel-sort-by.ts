import type { ASTNode } from '@marcbachmann/cel-js'
import { listNodes } from './cel-nodes.ts'

/** Sorts pairs by their first members, and returns the second ones. */
export const sortPairs = 'sortPairs'

/**
 * The parser has no macro `list.sortBy(x, key)`. It is read as `list.map(x, [key, x]).sortPairs()`, on the text: the
 * parser expands `map`, and names in the key are resolved like those of other macros.
 */
export const expandSortBy = (source: string, parse: (source: string) => ASTNode): string => {
  if (!source.includes('sortBy')) return source
  let text = source
  for (let found = findSortBy(parse(text)); found !== undefined; found = findSortBy(parse(text))) {
    const { variable, end } = found
    const name = text.lastIndexOf('sortBy', variable.range.start)
    const comma = text.indexOf(',', variable.range.end)
    const key = text.slice(comma + 1, end - 1)
    const head = `${text.slice(0, name)}map${text.slice(name + 'sortBy'.length, comma + 1)}`
    text = `${head} [${key}, ${text.slice(variable.range.start, variable.range.end)}]).${sortPairs}()${text.slice(end)}`
  }
  return text
}

const findSortBy = (root: ASTNode) => {
  for (const node of listNodes(root)) {
    if (node.op !== 'rcall' || node.args[0] !== 'sortBy') continue
    const [variable, key] = node.args[2]
    if (variable?.op === 'id' && key !== undefined) return { variable, end: node.range.end }
  }
  return undefined
}
