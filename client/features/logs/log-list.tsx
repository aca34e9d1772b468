import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { HoldArea } from '#client/ui/hold/hold-area.tsx'
import { lineKey, withKeys, type KeyedLine } from './line-key.ts'
import { LogRows } from './log-rows.tsx'
import { LogSelection } from './log-selection.tsx'

const linkedMax = 200

interface LogListProps {
  readonly lines: readonly LogLine[]
  readonly isStale: boolean
  readonly searchText: string
  readonly columns: readonly string[]
  readonly canAskMore: boolean
  readonly most: number
  /** The owner of the lines, if it can be evidence of an incident. */
  readonly component: { readonly id: string; readonly name: string } | undefined
}

const useSelection = (keyed: readonly KeyedLine[]) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>('')
  const keyedNow = useRef(keyed)
  useEffect(() => {
    keyedNow.current = keyed
  }, [keyed])
  const select = useCallback((key: string, extend: boolean) => {
    const keys = keyedNow.current.map((each) => each.key)
    const [from, to] = [keys.indexOf(extend ? last.current : key), keys.indexOf(key)]
    last.current = key
    setSelected((before) => {
      const next = new Set(before)
      const range = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1)
      const isOff = before.has(key)
      for (const each of range)
        if (isOff) next.delete(each)
        else next.add(each)
      return next
    })
  }, [])
  const clear = useCallback(() => setSelected(new Set()), [])
  return { selected, select, clear }
}

/**
 * Lines are paused while the user works in them or has scrolled down. New ones are added on leaving at the top,
 * or by the button.
 */
const useHeldLines = (keyed: readonly KeyedLine[], isStale: boolean) => {
  const [held, setHeld] = useState<readonly KeyedLine[] | null>(null)
  const latest = useRef(keyed)
  useEffect(() => {
    latest.current = keyed
  }, [keyed])
  const reasons = useRef({ atWork: false, away: false })
  const change = useCallback((reason: Partial<typeof reasons.current>) => {
    const isHeld = ({ atWork, away }: typeof reasons.current) => atWork || away
    const before = isHeld(reasons.current)
    reasons.current = { ...reasons.current, ...reason }
    const now = isHeld(reasons.current)
    if (before !== now) setHeld(now ? latest.current : null)
  }, [])
  const onHold = useCallback((atWork: boolean) => change({ atWork }), [change])
  const onAway = useCallback((away: boolean) => change({ away }), [change])
  const [newestHeld] = held ?? []
  const waiting = newestHeld === undefined ? 0 : keyed.findIndex(({ key }) => key === newestHeld.key)
  // After a changed request the newest shown line is missing, so nothing can be paused.
  const isHolding = held !== null && waiting > 0 && !isStale
  return {
    shown: isHolding ? held : keyed,
    waiting: isHolding ? waiting : 0,
    onHold,
    onAway,
    isAway: () => reasons.current.away,
    letIn: () => setHeld(keyed),
  }
}

const toTrackStyle = (columns: readonly string[]) =>
  ({ '--log-tracks': columns.map(() => 'minmax(4rem, 10rem)').join(' ') }) as React.CSSProperties

export function LogList({ lines, isStale, searchText, columns, canAskMore, most, component }: LogListProps) {
  const [linked] = useQueryState('line')
  const [wrap] = useQueryState('wrap')
  const [, setMost] = useQueryState('lines')
  const { clock } = useClockFormats()
  const keyed = useMemo(() => withKeys(lines), [lines])
  const { shown, waiting, onHold, onAway, isAway, letIn } = useHeldLines(keyed, isStale)
  const { selected, select, clear } = useSelection(shown)
  const linkedAt = linked === '' ? -1 : shown.findIndex(({ line }) => lineKey(line) === linked)
  const chosen = selected.size === 0 ? [] : keyed.filter(({ key }) => selected.has(key)).map(({ line }) => line)
  const list = useRef<HTMLElement>(null)
  const handleLetIn = () => {
    letIn()
    if (isAway()) list.current?.scrollIntoView({ block: 'start' })
  }
  if (lines.length === 0) return null
  return (
    <HoldArea onHold={onHold}>
      {linked !== '' && linkedAt === -1 && !isStale ? (
        <Callout
          tone="warn"
          title={`The linked line is not among the newest ${formatCount(lines.length)} lines of this time range`}
        />
      ) : null}
      {waiting === 0 ? null : (
        <button type="button" className="log-waiting" onClick={handleLetIn}>
          {formatCount(waiting, 'new line')}
        </button>
      )}
      <section className="log-lines" aria-label="Lines" aria-busy={isStale} ref={list} style={toTrackStyle(columns)}>
        <div className="log-heads" aria-hidden="true">
          {['Time', 'Level', ...columns, 'Message'].map((name) => (
            <span key={name} className="cut" title={name}>
              {name}
            </span>
          ))}
        </div>
        <LogRows
          keyed={shown}
          clock={clock}
          searchText={searchText}
          columns={columns}
          wraps={wrap !== ''}
          linkedAt={linkedAt}
          selected={selected}
          onSelect={select}
          onAway={onAway}
        />
        {canAskMore ? (
          <Button look="minimal" onClick={() => setMost(String(most))}>
            Show up to {formatCount(most)} lines
          </Button>
        ) : null}
      </section>
      {chosen.length === 0 ? null : (
        <LogSelection
          lines={chosen}
          clock={clock}
          actions={
            component && (
              <Slot name="linkToIncident" resource={{ kind: 'log', ...component, lines: chosen.slice(0, linkedMax) }} />
            )
          }
          onClear={clear}
        />
      )}
    </HoldArea>
  )
}
