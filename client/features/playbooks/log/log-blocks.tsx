import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { remPx } from '#client/lib/browser/rem-px.ts'
import type { LinkedLines } from './line-link.ts'
import { LogBlock } from './log-block.tsx'
import type { LogLines, LogState } from './log-lines.ts'

/** A new object for each request, so that jumping to the same line again works. */
export interface Jump {
  readonly no: number
  readonly at: number
}

interface LogBlocksProps {
  readonly lines: LogLines
  readonly state: LogState
  readonly formatTime: ((atMs: number) => string) | null
  readonly wraps: boolean
  readonly search: string
  readonly findNo: number | null
  readonly linked: LinkedLines | null
  readonly jump: Jump | null
  readonly follows: boolean
  readonly onFollow: (follows: boolean) => void
  readonly onNumber: (no: number, extend: boolean) => void
}

/** Virtualized by block: layout is ten times cheaper than by line, and block heights may vary. */
const blockLines = 10
/** Line numbers are links, which need 24 px. */
const lineRem = 1.5
const nearEndPx = 8
const mostFrames = 20

const useLinePx = (): number => {
  const [pxPerRem] = useState(remPx)
  return lineRem * pxPerRem
}

const useJump = (
  jump: Jump | null,
  scroller: React.RefObject<HTMLDivElement | null>,
  scrollTo: (no: number) => void,
) => {
  const bring = useEffectEvent((no: number): boolean => {
    scrollTo(no)
    const line = scroller.current?.querySelector(`[data-no="${no}"]`)
    line?.scrollIntoView({ block: 'center' })
    return line != null
  })
  useEffect(() => {
    if (jump === null) return undefined
    let frame = 0
    const settle = (left: number) => {
      if (!bring(jump.no) && left > 0) frame = requestAnimationFrame(() => settle(left - 1))
    }
    settle(mostFrames)
    return () => cancelAnimationFrame(frame)
  }, [jump])
}

export function LogBlocks(props: LogBlocksProps) {
  const { lines, state, formatTime, wraps, search, findNo, linked, jump, follows, onFollow, onNumber } = props
  const scroller = useRef<HTMLDivElement>(null)
  const lastTop = useRef(0)
  const { total } = state
  const linePx = useLinePx()
  const countBlockLines = (block: number) => Math.min(blockLines, total - block * blockLines)
  /** While following, the range is anchored at the end, so that no frame shows the old position. */
  const toRenderedRange = useCallback(
    (range: Range) => {
      const { startIndex, endIndex, count } = range
      return defaultRangeExtractor(
        follows ? { ...range, startIndex: count - (endIndex - startIndex + 1), endIndex: count } : range,
      )
    },
    [follows],
  )
  // oxlint-disable-next-line react/incompatible-library -- it is drawn anew with each scroll, which is what it is for
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / blockLines),
    getScrollElement: () => scroller.current,
    estimateSize: (block) => countBlockLines(block) * linePx,
    rangeExtractor: toRenderedRange,
    overscan: 1,
    // While following, the end is already rendered before the scroll event arrives.
    useFlushSync: !follows,
  })
  const blocks = virtualizer.getVirtualItems()
  const height = virtualizer.getTotalSize()
  const from = (blocks[0]?.index ?? 0) * blockLines + 1
  const to = Math.min(total, ((blocks.at(-1)?.index ?? -1) + 1) * blockLines)

  useEffect(() => lines.look(from, to), [lines, from, to, total])
  useEffect(() => virtualizer.measure(), [virtualizer, wraps, linePx])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!follows || element === null) return
    element.scrollTop = element.scrollHeight
    lastTop.current = element.scrollTop
  }, [follows, height, total, state.version])
  useJump(jump, scroller, (no) => virtualizer.scrollToIndex(Math.floor((no - 1) / blockLines), { align: 'center' }))

  const handleScroll = () => {
    const element = scroller.current
    if (element === null) return
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= nearEndPx
    if (isAtEnd && !follows) onFollow(true)
    else if (!isAtEnd && follows && element.scrollTop < lastTop.current) onFollow(false)
    lastTop.current = element.scrollTop
  }

  return (
    <div
      ref={scroller}
      className="log-viewport"
      data-wraps={wraps ? '' : undefined}
      style={{ '--log-digits': String(total).length, '--log-line': `${lineRem}rem` } as React.CSSProperties}
      role="log"
      aria-label="Output"
      aria-live="off"
      // oxlint-disable-next-line no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={handleScroll}
    >
      <div key={wraps ? 'wraps' : 'cuts'} className="log-height" style={{ height }}>
        {blocks.map(({ index, start }) => (
          <LogBlock
            key={index}
            index={index}
            startPx={start}
            firstNo={index * blockLines + 1}
            count={countBlockLines(index)}
            // Only wrapped lines have a height that must be measured.
            measure={wraps ? virtualizer.measureElement : undefined}
            lines={lines}
            version={state.version}
            formatTime={formatTime}
            search={search}
            findNo={findNo}
            linked={linked}
            onNumber={onNumber}
          />
        ))}
      </div>
    </div>
  )
}
