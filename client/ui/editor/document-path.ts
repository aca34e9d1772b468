import type { syntaxTree } from '@codemirror/language'
import type { Text } from '@codemirror/state'

type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = ReturnType<Tree['resolveInner']>

const unquoted = (key: string): string => {
  const [, quote, inner = ''] = /^(["'])([\s\S]*)\1$/.exec(key) ?? []
  if (quote === undefined) return key
  return inner.replaceAll(quote === '"' ? /\\(["\\/])/g : /'(')/g, '$1')
}

const step = (key: string): string =>
  /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll(/['\\]/g, '\\$&')}']`

const marks = new Set(['-', '[', ']', ',', 'Comment', '⚠'])
const toIndex = (node: SyntaxNode): number => {
  let index = 0
  for (let before = node.prevSibling; before !== null; before = before.prevSibling)
    if (!marks.has(before.name)) index += 1
  return index
}

const stepTo = (node: SyntaxNode, doc: Text): string => {
  if (node.name === 'Pair' || node.name === 'Property') {
    const key = node.firstChild
    return key === null ? '' : step(unquoted(doc.sliceString(key.from, key.to)))
  }
  const isEntry = node.name === 'Item' || (node.parent?.name === 'Array' && !marks.has(node.name))
  return isEntry ? `[${toIndex(node)}]` : ''
}

export const findLinePath = (tree: Tree, doc: Text, number: number): string => {
  const line = doc.line(number)
  const start = /^\s*(?:-\s+)*/.exec(line.text)?.[0].length ?? 0
  const steps: string[] = []
  for (let node: SyntaxNode | null = tree.resolveInner(line.from + start, 1); node !== null; node = node.parent)
    steps.unshift(stepTo(node, doc))
  return `$${steps.join('')}`
}
