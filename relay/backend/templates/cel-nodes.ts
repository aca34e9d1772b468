import type { ASTNode } from '@marcbachmann/cel-js'

export function* listNodes(node: ASTNode): Generator<ASTNode> {
  yield node
  for (const child of nodesIn(node.args)) yield* listNodes(child)
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value

export const nodesIn = (value: unknown): ASTNode[] => {
  if (isNode(value)) return [value]
  return Array.isArray(value) ? value.flatMap(nodesIn) : []
}
