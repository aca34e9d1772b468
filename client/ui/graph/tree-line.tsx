import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { TreeRow } from './tree-rows.ts'

interface TreeLineProps {
  readonly row: TreeRow
  readonly id: string
  readonly top: number
  readonly isCurrent: boolean
  readonly isSelected: boolean
  readonly onToggle: (row: TreeRow) => void
  readonly onPress: (row: TreeRow) => void
  readonly onEnter: (row: TreeRow) => void
  readonly children: React.ReactNode
}

const directions = { outgoing: '→', incoming: '←' } as const

const formatLabel = ({ node, direction, isElsewhere }: TreeRow): string =>
  [node.name, node.note ?? node.type, node.state, node.ghost, direction, isElsewhere && 'listed elsewhere in this tree']
    .filter(Boolean)
    .join(', ')

export function TreeLine({ row, id, top, isCurrent, isSelected, children, ...acts }: TreeLineProps) {
  const { node, level, direction, isOpen, isElsewhere } = row
  const hasChildren = row.children > 0
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys of all its lines
    <div
      id={id}
      className="text-tree-row"
      role="treeitem"
      aria-label={formatLabel(row)}
      aria-level={level}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isSelected}
      tabIndex={-1}
      data-current={isCurrent ? '' : undefined}
      data-faded={isElsewhere || node.isFaded ? '' : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={() => acts.onPress(row)}
      onDoubleClick={() => acts.onEnter(row)}
    >
      <span className="text-tree-name" style={{ paddingLeft: `${(level - 1) * 1.25}rem` }}>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys do it */}
        <span
          className="text-tree-toggle"
          onClick={(event) => {
            if (!hasChildren) return
            event.stopPropagation()
            acts.onToggle(row)
          }}
        >
          {hasChildren ? <Chevron size={12} /> : null}
        </span>
        {direction === null ? null : <span className="faint">{directions[direction]}</span>}
        <StateMark state={node.state} quiet label="" />
        <span className="cut">{node.name}</span>
        {node.ghost === undefined ? null : <span className="dim">{node.ghost}</span>}
        {isElsewhere ? <span className="faint">listed elsewhere</span> : null}
      </span>
      {children}
    </div>
  )
}
