import { incidentSeverities, isOver } from '#shared/incidents/incident-values.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { IncidentSeverity } from '#client/features/incidents/incident-severity.tsx'
import { incidentState } from '#client/domain/incidents/incident-state.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { Age } from '#client/ui/age.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { incidentTitleDraft } from './drafts.ts'
import { EditableTitle } from './editable-title.tsx'
import { setIncident } from './incident-api.ts'
import type { Incident } from './incident-view.ts'
import { IncidentMore } from './merge/incident-more.tsx'
import { PeopleHere } from './people/presence.tsx'
import { IncidentActions, IncidentStatus } from './status/incident-status.tsx'
import { StatusSelect } from './status/status-select.tsx'

function Lasts({ incident: { status, created_at: from, resolved, closed } }: { readonly incident: Incident }) {
  const { clock } = useClockFormats()
  const end = isOver(status) ? (resolved ?? closed) : null
  const since = from === null ? '' : clock(Date.parse(from))
  return (
    <span className="incident-lasts">
      <b>{end === null ? <Age at={from} /> : <Age at={from} from={Date.parse(end)} />}</b>
      <span className="dim">{isOver(status) ? 'from open to over' : `open since ${since}`}</span>
    </span>
  )
}

interface IncidentHeadProps {
  readonly incident: Incident
  readonly onChange: () => void
}

function Severity({ incident: { id, severity }, onChange }: IncidentHeadProps) {
  const { allowed } = useAllowed('write', 'incident')
  if (!allowed) return null
  // Backends use this severity in either case (ledger INC-02).
  const listed = incidentSeverities.find((each) => each.toLowerCase() === severity?.toLowerCase())
  return (
    <span className="incident-fact">
      <span className="faint">Severity</span>
      <StatusSelect
        label="Severity"
        status={listed ?? severity ?? ''}
        statuses={incidentSeverities.toReversed()}
        save={(to) => setIncident(id, { column: 'severity', from: severity, to })}
        onSaved={onChange}
      />
    </span>
  )
}

export function IncidentHead({ incident, onChange }: IncidentHeadProps) {
  const { id, title, status, type, description, severity, acknowledged } = incident
  return (
    <header className="incident-head">
      <div className="incident-name">
        <StateMark state={incidentState(status)} label="" />
        <IncidentSeverity severity={severity} />
        <EditableTitle
          title={title}
          label="Rename incident"
          draft={incidentTitleDraft(id)}
          place="title"
          save={(from, to) => setIncident(id, { column: 'title', from, to })}
          onChange={onChange}
        >
          <h2>{title}</h2>
        </EditableTitle>
      </div>
      <div className="incident-head-end">
        <PeopleHere />
        <Lasts incident={incident} />
        <IncidentActions incident={incident} onChange={onChange} />
        <IncidentMore incident={incident} />
      </div>
      <div className="incident-facts">
        <IncidentStatus incident={incident} onChange={onChange} />
        <Severity incident={incident} onChange={onChange} />
        {type === null ? null : (
          <span className="incident-fact">
            <span className="faint">Type</span>
            <span>{type}</span>
          </span>
        )}
        {acknowledged === null ? null : (
          <span className="incident-fact">
            <span className="faint">Acknowledged</span>
            <Age at={acknowledged} />
          </span>
        )}
      </div>
      {description === null || description === '' ? null : <p className="incident-known">{description}</p>}
    </header>
  )
}
