import { isButton, isInput, isResend } from './submission.ts'
import type { UiNode } from './ui-node.ts'

export interface Section {
  readonly id: string
  readonly group: string
  readonly nodes: readonly UiNode[]
}

const isShown = (node: UiNode): boolean =>
  node.type !== 'other' ? !(isInput(node) && node.attributes.type === 'hidden') : node.meta.label !== undefined

const isResendButton = (node: UiNode) => isInput(node) && isResend(node)

/** The service changes the order of the resend button between responses; the submit button must not move. */
const resendLast = (nodes: readonly UiNode[]): readonly UiNode[] => [
  ...nodes.filter((node) => !isResendButton(node)),
  ...nodes.filter(isResendButton),
]

export const splitSections = (nodes: readonly UiNode[]): readonly Section[] => {
  const sections: { group: string; nodes: UiNode[] }[] = []
  let waiting: UiNode[] = []
  for (const node of nodes.filter(isShown)) {
    const last = sections.at(-1)
    if (node.group === 'default' && !(isInput(node) && isButton(node))) waiting.push(node)
    else if (last?.group === node.group) last.nodes.push(...waiting.splice(0), node)
    else sections.push({ group: node.group, nodes: [...waiting.splice(0), node] })
  }
  if (waiting.length > 0) sections.push({ group: 'default', nodes: waiting })
  return sections.map(({ group, nodes }, at) => {
    const earlier = sections.slice(0, at).filter((section) => section.group === group).length
    return { id: earlier === 0 ? group : `${group}-${earlier + 1}`, group, nodes: resendLast(nodes) }
  })
}
