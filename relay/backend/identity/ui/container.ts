import type { UiContainer, UiNode } from '@ory/client'
import type { Shown } from '#relay/backend/identity/store/flows.ts'
import { input } from './nodes.ts'

const getNodeName = ({ attributes }: UiNode): string | undefined =>
  attributes.node_type === 'input' ? attributes.name : undefined

const withShown = (nodes: readonly UiNode[], { fieldMessages = {}, values = {} }: Shown): UiNode[] => {
  const names = new Set(nodes.map(getNodeName))
  const added = Object.keys(fieldMessages)
    .filter((name) => !names.has(name))
    .map((name) => input('default', name, 'text'))
  const fill = (node: UiNode): UiNode => {
    const { attributes, messages } = node
    if (attributes.node_type !== 'input' || attributes.type === 'submit') return node
    const value = values[attributes.name]
    return {
      ...node,
      attributes: value === undefined ? attributes : { ...attributes, value },
      messages: [...(fieldMessages[attributes.name] ?? messages)],
    }
  }
  return [...nodes, ...added].map(fill)
}

export const container = (
  action: string,
  nodes: readonly UiNode[],
  shown: Shown | undefined = {},
  method: 'POST' | 'GET' = 'POST',
): UiContainer => ({
  action,
  method,
  nodes: withShown(nodes, shown),
  ...(shown.messages === undefined || shown.messages.length === 0 ? {} : { messages: [...shown.messages] }),
})
