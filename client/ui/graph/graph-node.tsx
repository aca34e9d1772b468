import { createContext, use, useEffect, useRef } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { getState, type ShownNode } from './graph-data.ts'

export interface NodeLook extends Record<string, unknown> {
  readonly shown: ShownNode
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly isRoot: boolean
}

interface NodeActions {
  readonly onPress: (shown: ShownNode) => void
  readonly onEnter: (shown: ShownNode) => void
  readonly onFocus: (id: string) => void
  /** True once after a focus request; reading it clears the request. */
  readonly takesFocus: (id: string) => boolean
}
export const NodeActionsContext = createContext<NodeActions | null>(null)

const getGhost = (shown: ShownNode) => (shown.kind === 'node' ? shown.node.ghost : shown.ghost)

const formatName = (shown: ShownNode): string => {
  if (shown.kind === 'node') return shown.node.name
  return `${formatCount(shown.count)}${shown.isRest ? ' more' : ''} × ${shown.type}`
}
const formatLabel = (shown: ShownNode): string => {
  const parts =
    shown.kind === 'node'
      ? [shown.node.name, shown.node.type, shown.node.state, shown.node.note]
      : [formatName(shown), shown.state]
  return [...parts, getGhost(shown), shown.kind === 'group' && 'open'].filter(Boolean).join(', ')
}

export function GraphNodeButton({ data }: { readonly data: NodeLook }) {
  const { shown, isCurrent, isSelected, isRoot } = data
  const actions = use(NodeActionsContext)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isCurrent && actions?.takesFocus(shown.id)) button.current?.focus({ preventScroll: true })
  })
  const state = getState(shown)
  const ghost = getGhost(shown)
  const sub = shown.kind === 'node' ? (shown.node.note ?? shown.node.type) : state
  return (
    <button
      ref={button}
      type="button"
      className="graph-node"
      data-state={state}
      data-kind={shown.kind}
      data-root={isRoot ? '' : undefined}
      data-faded={shown.kind === 'node' && shown.node.isFaded ? '' : undefined}
      data-ghost={ghost}
      aria-label={formatLabel(shown)}
      aria-pressed={shown.kind === 'node' ? isSelected : undefined}
      aria-current={isRoot ? 'true' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => actions?.onPress(shown)}
      onDoubleClick={() => actions?.onEnter(shown)}
      onFocus={() => actions?.onFocus(shown.id)}
    >
      <span className="graph-node-name">
        <StateMark state={state} quiet label="" />
        <MiddleCut text={formatName(shown)} tail={8} />
        {ghost === undefined ? null : <span className="graph-node-ghost">{ghost}</span>}
      </span>
      <span className="graph-node-sub cut">{sub}</span>
    </button>
  )
}
