import type { Flow } from './flow.ts'
import { isInput } from './submission.ts'
import type { UiNode } from './ui-node.ts'

const isEmptyIdentifier = (node: UiNode): boolean =>
  isInput(node) && node.attributes.name === 'identifier' && node.attributes.type !== 'hidden' && !node.attributes.value

export const needsKnownIdentifier = ({ refresh, ui }: Flow): boolean =>
  refresh === true && ui.nodes.some(isEmptyIdentifier)

/** The service fills in the identifier itself unless a code signs in. */
export const withIdentifier = (flow: Flow, address: string): Flow => ({
  ...flow,
  ui: {
    ...flow.ui,
    nodes: flow.ui.nodes.map((node) =>
      isInput(node) && isEmptyIdentifier(node)
        ? { ...node, messages: [], attributes: { ...node.attributes, type: 'hidden', value: address } }
        : node,
    ),
  },
})
