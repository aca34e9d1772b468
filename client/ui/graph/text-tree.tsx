import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Graph } from './graph-data.ts'
import { TreeLine } from './tree-line.tsx'
import { treeRows, type TreeRow } from './tree-rows.ts'
import './text-tree.css'

interface TextTreeProps {
  readonly label: string
  readonly graph: Graph
  /** Must return elements with the class `text-tree-cell`. */
  readonly renderCells: (id: string) => React.ReactNode
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  readonly onOpen: (id: string) => void
}

const rowPx = 28
const outsidePx = 400

const findParentIndex = (rows: readonly TreeRow[], at: number): number => {
  const level = rows[at]?.level ?? 0
  for (let index = at - 1; index >= 0; index -= 1) if ((rows[index]?.level ?? 0) < level) return index
  return at
}

const useTreeLines = (graph: Graph) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [currentKey, setCurrentKey] = useState<string | null>(null)
  const rows = useMemo(() => treeRows(graph, closed), [graph, closed])
  const found = rows.findIndex(({ key }) => key === currentKey)
  const toggle = ({ key }: TreeRow) => {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    setClosed(next)
  }
  const goTo = (index: number) => setCurrentKey(rows[Math.min(rows.length - 1, Math.max(0, index))]?.key ?? null)
  return { rows, current: Math.max(0, found), toggle, goTo }
}

export function TextTree({ label, graph, renderCells, selectedId, onSelect, onOpen }: TextTreeProps) {
  const { rows, current, toggle, goTo } = useTreeLines(graph)
  const scroller = useRef<HTMLDivElement>(null)
  const idBase = useId()
  // oxlint-disable-next-line react/incompatible-library -- each scroll must render the list again
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    initialRect: { width: 0, height: outsidePx },
    overscan: 10,
  })
  useEffect(() => virtualizer.scrollToIndex(current), [virtualizer, current])
  const keys: Readonly<Record<string, (row: TreeRow) => void>> = {
    ArrowDown: () => goTo(current + 1),
    ArrowUp: () => goTo(current - 1),
    Home: () => goTo(0),
    End: () => goTo(rows.length - 1),
    ArrowRight: (row) => (row.isOpen ? goTo(current + 1) : row.children > 0 && toggle(row)),
    ArrowLeft: (row) => (row.isOpen ? toggle(row) : goTo(findParentIndex(rows, current))),
    Enter: ({ node }) => onOpen(node.id),
    ' ': ({ node }) => onSelect(node.id === selectedId ? null : node.id),
    Escape: () => onSelect(null),
  }
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const row = rows[current]
    const act = keys[event.key]
    if (row === undefined || act === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    act(row)
    event.preventDefault()
  }
  return (
    <div
      ref={scroller}
      className="text-tree"
      role="tree"
      aria-label={label}
      aria-activedescendant={`${idBase}${current}`}
      tabIndex={0}
      onKeyDown={handleKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize() }} role="presentation">
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <TreeLine
              key={row.key}
              row={row}
              id={`${idBase}${index}`}
              top={start}
              isCurrent={index === current}
              isSelected={row.node.id === selectedId}
              onToggle={toggle}
              onPress={({ node }) => {
                goTo(index)
                onSelect(node.id)
                scroller.current?.focus()
              }}
              onEnter={({ node }) => onOpen(node.id)}
            >
              {renderCells(row.node.id)}
            </TreeLine>
          )
        })}
      </div>
    </div>
  )
}
