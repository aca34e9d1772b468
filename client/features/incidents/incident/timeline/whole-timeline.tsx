import { lineGroups, type LineGroup } from '#shared/incidents/timeline.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { AddNote } from './add-note.tsx'
import { ExportMenu } from './export-menu.tsx'
import { WholeLine } from './timeline-line.tsx'
import './whole-timeline.css'

const words: Readonly<Record<LineGroup, string>> = {
  checks: 'Checks',
  changes: 'Changes',
  runs: 'Runs',
  notifications: 'Notifications',
  people: 'People',
}

/** Everything that happened, the newest first: filtered, hidden, pinned, set to another time, added by hand, exported. */
export function WholeTimeline({ view }: { readonly view: IncidentView }) {
  const { incident, lines, older } = view
  const { allowed, reason } = useAllowed('write', 'incident')
  const [without, setWithout] = useQueryState('without')
  const [hidden, setHidden] = useQueryState('hidden')
  const off = new Set(without.split(',').filter(Boolean))
  const toggle = (group: LineGroup) => {
    const next = lineGroups.filter((each) => (each === group ? !off.has(each) : off.has(each)))
    setWithout(next.join(','))
  }
  const hiddenCount = lines.filter(({ isHidden }) => isHidden).length
  const shown = lines.filter(({ group, isHidden }) => !off.has(group) && (hidden === 'shown' || !isHidden))
  const isOwn = hasOwnBackend()
  return (
    <section className="whole-timeline" aria-label="Whole timeline">
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
              {words[group]} {count}
            </Button>
          )
        })}
        {hiddenCount === 0 ? null : (
          <Button
            small
            look="minimal"
            aria-pressed={hidden === 'shown'}
            onClick={() => setHidden(hidden === 'shown' ? '' : 'shown')}
          >
            {hidden === 'shown' ? 'Without hidden lines' : `${hiddenCount} hidden`}
          </Button>
        )}
        <ExportMenu view={view} />
      </div>
      {isOwn ? <AddNote incidentId={incident.id} missing={reason} /> : null}
      <p className="dim whole-facts">
        {shown.length.toLocaleString('en')} {shown.length === 1 ? 'line' : 'lines'}, newest first
        {older > 0 ? `; ${older.toLocaleString('en')} older ones are not shown` : ''}
      </p>
      <ol>
        {shown.toReversed().map((line) => (
          <WholeLine
            key={line.id}
            incidentId={incident.id}
            line={line}
            openedAt={incident.created_at}
            mayWrite={allowed && isOwn}
          />
        ))}
      </ol>
    </section>
  )
}
