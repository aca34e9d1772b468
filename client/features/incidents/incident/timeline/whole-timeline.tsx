import { useDeferredValue, useMemo } from 'react'
import { buildLanes } from '#shared/incidents/timeline-lanes.ts'
import { lineGroups, type LineGroup } from '#shared/incidents/timeline.ts'
import { cutNames } from '#shared/incidents/timeline-parts.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Button } from '#client/ui/button.tsx'
import { AddNote } from './add-note.tsx'
import { ExportMenu } from './export-menu.tsx'
import { groupNames } from './group-names.ts'
import { WholeLine } from './timeline-line.tsx'
import { TimelineLanes } from './timeline-lanes.tsx'
import './whole-timeline.css'

const useShownLines = ({ lines }: IncidentView) => {
  const [without, setWithout] = useQueryState('without')
  const [hidden, setHidden] = useQueryState('hidden')
  const areHiddenShown = hidden === 'shown'
  const shown = useMemo(() => {
    const off = without.split(',')
    return lines.filter(({ group, isHidden }) => !off.includes(group) && (areHiddenShown || !isHidden))
  }, [lines, without, areHiddenShown])
  const off = new Set(without.split(',').filter(Boolean))
  return {
    shown,
    off,
    toggle: (group: LineGroup) =>
      setWithout(lineGroups.filter((each) => (each === group ? !off.has(each) : off.has(each))).join(',')),
    areHiddenShown,
    showHidden: (isShown: boolean) => setHidden(isShown ? 'shown' : ''),
  }
}

const stepMs = 10_000

const useLanes = ({ incident, observed, history }: IncidentView, lines: IncidentView['lines']) => {
  const nowMs = useServerNow(stepMs)
  const { created_at: openedAt, resolved, closed, status } = incident
  const endedAt = isOver(status) ? (resolved ?? closed ?? null) : null
  return useMemo(
    () => buildLanes({ lines, observed, history, openedAt, endedAt, nowMs }),
    [lines, observed, history, openedAt, endedAt, nowMs],
  )
}

const drawnAtOnce = 50

/** Renders the newest lines immediately and the rest in the background. */
const useDrawnLines = (shown: IncidentView['lines']) => useDeferredValue(shown, shown.slice(-drawnAtOnce)).toReversed()

export function WholeTimeline({ view }: { readonly view: IncidentView }) {
  const { incident, lines, older, cuts } = view
  const formats = useClockFormats()
  const { allowed, reason } = useAllowed('write', 'incident')
  const { shown, off, toggle, areHiddenShown, showHidden } = useShownLines(view)
  const drawn = useDrawnLines(shown)
  const lanes = useLanes(view, shown)
  const [selected, select] = useQueryState('line')
  const hiddenCount = lines.filter(({ isHidden }) => isHidden).length
  const isOwn = hasOwnBackend()
  return (
    <section className="whole-timeline" aria-label="Full timeline">
      <div className="whole-tools">
        {lineGroups.map((group) => {
          const count = lines.filter((line) => line.group === group && !line.isHidden).length
          return (
            <Button
              key={group}
              small
              active={!off.has(group)}
              aria-pressed={!off.has(group)}
              onClick={() => toggle(group)}
            >
              {groupNames[group]} {count}
            </Button>
          )
        })}
        {hiddenCount === 0 ? null : (
          <Button small look="minimal" aria-pressed={areHiddenShown} onClick={() => showHidden(!areHiddenShown)}>
            {areHiddenShown ? 'Exclude hidden entries' : `${hiddenCount} hidden`}
          </Button>
        )}
        <ExportMenu view={view} />
      </div>
      {shown.length === 0 ? null : <TimelineLanes lanes={lanes} lines={shown} selected={selected} onSelect={select} />}
      {isOwn ? <AddNote incidentId={incident.id} missing={reason} /> : null}
      <p className="dim whole-facts">
        {formatCount(shown.length, 'entry', 'entries')}, newest first
        {older > 0 ? `; ${formatCount(older)} older entries are not shown` : ''}
        {cuts
          .map(({ about, before }) => `; ${cutNames[about]} only since ${formats.clock(Date.parse(before))}`)
          .join('')}
        <span className="whole-keys">
          <kbd>←</kbd> <kbd>→</kbd> next event <kbd>+</kbd> <kbd>−</kbd> zoom
        </span>
      </p>
      <ol>
        {drawn.map((line) => (
          <WholeLine
            key={line.id}
            incidentId={incident.id}
            line={line}
            openedAt={incident.created_at}
            canWrite={allowed && isOwn}
            isSelected={line.id === selected}
            onSelect={select}
          />
        ))}
      </ol>
    </section>
  )
}
