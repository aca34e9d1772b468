import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { remPx } from '#client/lib/browser/rem-px.ts'
import type { KeyedLine } from './line-key.ts'
import { LogEntry } from './log-entry.tsx'

interface LogRowsProps {
  readonly keyed: readonly KeyedLine[]
  readonly clock: (atMs: number) => string
  readonly searchText: string
  readonly columns: readonly string[]
  readonly wraps: boolean
  readonly linkedAt: number
  readonly selected: ReadonlySet<string>
  readonly onSelect: (key: string, extend: boolean) => void
  readonly onAway: (isAway: boolean) => void
}

const rowRem = 1.6875

const listenResize = (onChange: () => void) => {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

/** In pixels, measured on each render because content above can change its height. */
const useTopInPage = (element: React.RefObject<HTMLElement | null>) =>
  useSyncExternalStore(listenResize, () => {
    const page = element.current?.closest('main')
    if (!element.current || !page) return 0
    return Math.round(element.current.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop)
  })

export function LogRows(props: LogRowsProps) {
  const { keyed, clock, searchText, columns, wraps, linkedAt, selected, onSelect, onAway } = props
  const room = useRef<HTMLDivElement>(null)
  const topPx = useTopInPage(room)
  const [rowPx] = useState(() => rowRem * remPx())
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const onOpen = useCallback(
    (key: string, isOpen: boolean) => setOpened((before) => new Map(before).set(key, isOpen)),
    [],
  )
  // oxlint-disable-next-line react/incompatible-library -- it is drawn anew with each scroll, which is what it is for
  const virtualizer = useVirtualizer({
    count: keyed.length,
    getScrollElement: () => room.current?.closest('main') ?? null,
    getItemKey: (at) => keyed[at]?.key ?? at,
    estimateSize: () => rowPx,
    initialRect: { width: 0, height: window.innerHeight },
    scrollMargin: topPx,
    overscan: 10,
  })
  const isAway = (virtualizer.scrollOffset ?? 0) > topPx + rowPx
  useEffect(() => onAway(isAway), [isAway, onAway])
  const linkedKey = keyed[linkedAt]?.key
  const bringLinked = useEffectEvent(() => virtualizer.scrollToIndex(linkedAt, { align: 'center' }))
  useEffect(() => {
    if (linkedKey !== undefined) bringLinked()
  }, [linkedKey])
  return (
    <div ref={room} className="log-rows" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const each = keyed[index]
        if (each === undefined) return null
        const { key, line } = each
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className="log-row"
            style={{ transform: `translateY(${start - topPx}px)` }}
          >
            <LogEntry
              line={line}
              lineId={key}
              clock={clock}
              searchText={searchText}
              columns={columns}
              wraps={wraps}
              isLinked={index === linkedAt}
              isSelected={selected.has(key)}
              isOpen={opened.get(key) ?? index === linkedAt}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          </div>
        )
      })}
    </div>
  )
}
