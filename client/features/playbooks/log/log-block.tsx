import { memo } from 'react'
import type { LinkedLines } from './line-link.ts'
import { LogLineRow } from './log-line.tsx'
import type { LogLines } from './log-lines.ts'

interface LogBlockProps {
  readonly index: number
  readonly startPx: number
  readonly firstNo: number
  readonly count: number
  readonly measure: ((element: HTMLElement | null) => void) | undefined
  readonly lines: Pick<LogLines, 'lineAt'>
  /** Changes with any line, because the block is memoized. */
  readonly version: number
  readonly formatTime: ((atMs: number) => string) | null
  readonly search: string
  readonly findNo: number | null
  readonly linked: LinkedLines | null
  readonly onNumber: (no: number, extend: boolean) => void
}

export const LogBlock = memo(function LogBlock(props: LogBlockProps) {
  const { index, startPx, firstNo, count, measure, lines, formatTime, search, findNo, linked, onNumber } = props
  return (
    <div ref={measure} data-index={index} className="log-block" style={{ transform: `translateY(${startPx}px)` }}>
      {Array.from({ length: count }, (_, i) => {
        const no = firstNo + i
        return (
          <LogLineRow
            key={no}
            no={no}
            line={lines.lineAt(no)}
            formatTime={formatTime}
            search={search}
            isFind={no === findNo}
            isLinked={linked !== null && no >= linked.from && no <= linked.to}
            onNumber={onNumber}
          />
        )
      })}
    </div>
  )
})
