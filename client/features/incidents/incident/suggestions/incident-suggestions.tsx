import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import { type SuggestedResource, type Suggestions, suggestionsRoute } from '#shared/incidents/suggestions-route.ts'
import type { IncidentView } from '#client/features/incidents/incident/incident-view.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { call } from '#client/api/call.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { Attach, attachByKey, type AttachTo } from './attach.tsx'
import {
  describeCounterEvidence,
  describeReason,
  describeRun,
  describeShared,
  describeSolution,
} from './suggestion-texts.ts'
import './suggestions.css'

/** Expensive for the backend: loaded only on request and after attaching a suggestion. */
const suggestionsQuery = (id: string) =>
  queryOptions({
    queryKey: [`${incidentsKey[0]} suggestions`, id],
    queryFn: ({ signal }) => call(suggestionsRoute, { params: { id }, signal }),
    staleTime: Infinity,
  })

const kindLabels: Readonly<Record<SuggestedResource['kind'], string>> = {
  check: 'check',
  component: 'component',
  config: 'item',
}

const toHref = ({ kind, id }: SuggestedResource): string =>
  kind === 'check'
    ? `${routes.health}?checkId=${encodeURIComponent(id)}`
    : linkTo(kind === 'config' ? routes.configItem : routes.topologyItem, { id })

interface PartProps {
  readonly found: Suggestions
  readonly attach: (resource: LinkedResource, reason: string) => React.ReactNode
}

function Together({ found: { together, began_at: beganAt }, attach }: PartProps) {
  if (together.length === 0) return <p className="dim">Nothing else became unhealthy within half an hour.</p>
  return (
    <ul aria-label="Became unhealthy around the same time">
      {together.map((resource) => {
        const reason = describeReason(resource, beganAt)
        const against = describeCounterEvidence(resource)
        const { kind, id, name, well_at: wellAt, health } = resource
        return (
          <li key={id}>
            <StateMark state={wellAt === null ? stateFromStatus(health) : 'healthy'} />
            <span className="suggestion-text">
              <span className="faint">{kindLabels[kind]} </span>
              <Link className="link" href={toHref(resource)}>
                {name}
              </Link>{' '}
              <span className="dim">{reason}</span>
              {against === null ? null : <span className="suggestion-against">Evidence against: {against}.</span>}
            </span>
            {attach({ kind, id, name }, reason)}
          </li>
        )
      })}
    </ul>
  )
}

function Similar({ found: { similar } }: Pick<PartProps, 'found'>) {
  if (similar.length === 0) return <p className="dim">No other incidents affected the same resources.</p>
  return (
    <ul aria-label="Similar incidents">
      {similar.map((each) => (
        <li key={each.id}>
          <StateMark state={each.over_at === null ? 'unhealthy' : 'healthy'} label={each.status} />
          <span className="suggestion-text">
            <Link className="link" href={linkTo(routes.incident, { id: each.id })}>
              {each.number} {each.title}
            </Link>{' '}
            <span className="dim">
              <Age at={each.opened_at} /> ago, {describeShared(each)}
            </span>
            <span className="suggestion-solved">{describeSolution(each)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Playbooks({ found: { playbooks } }: Pick<PartProps, 'found'>) {
  if (playbooks.length === 0) return <p className="dim">No playbooks ran during similar incidents.</p>
  return (
    <ul aria-label="Playbooks run in similar incidents">
      {playbooks.map(({ id, name, runs }) => (
        <li key={id}>
          <span className="suggestion-text">
            <Link className="link" href={linkTo(routes.playbook, { id })}>
              {name}
            </Link>
            {runs.map((run) => (
              <span key={run.id} className="suggestion-solved">
                <Link className="link" href={linkTo(routes.playbookRun, { id: run.id })}>
                  Run
                </Link>{' '}
                {describeRun(run)}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

const useAttachTo = ({ incident: { id, title }, hypotheses }: IncidentView) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const offered = hypotheses.filter(({ status }) => status !== 'disproven')
  const hypothesis = offered.find((each) => each.id === chosen) ?? offered.find(({ type }) => type === 'root')
  const to: AttachTo = { incidentId: id, hypothesisId: hypothesis?.id ?? null, title }
  return { to, offered, choose: setChosen }
}

interface IncidentSuggestionsProps {
  readonly view: IncidentView
  readonly onChange: () => void
}

function Found({ view, onChange, found }: IncidentSuggestionsProps & { readonly found: Suggestions }) {
  const { to, offered, choose } = useAttachTo(view)
  const attach = (resource: LinkedResource, reason: string) => (
    <Attach key={resource.id} resource={resource} reason={reason} to={to} onAttached={onChange} />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the buttons inside of it
    <div className="suggestions-found" onKeyDown={attachByKey}>
      {offered.length === 0 ? null : (
        <p className="dim suggestions-to">
          Attach to
          <Select
            label="Attach to"
            value={to.hypothesisId ?? ''}
            options={offered.map(({ id, title }) => ({ value: id, label: title }))}
            onChange={choose}
          />
          <kbd>A</kbd> attaches the focused suggestion.
        </p>
      )}
      <h4>Became unhealthy around the same time</h4>
      <Together found={found} attach={attach} />
      {found.items.length === 0 ? (
        <>
          <h4>Preceding changes</h4>
          <p className="dim">No config item is linked to the evidence, so no preceding changes are available.</p>
        </>
      ) : (
        <Slot
          name="changesBeforeIncident"
          itemIds={found.items}
          at={found.began_at}
          attach={({ id, name, reason }) => attach({ kind: 'change', id, name }, reason)}
        />
      )}
      <h4>Similar incidents</h4>
      <Similar found={found} />
      <h4>Playbooks run in similar incidents</h4>
      <Playbooks found={found} />
      {found.notes.map((note) => (
        <p key={note} className="faint">
          {note}
        </p>
      ))}
    </div>
  )
}

export function IncidentSuggestions(props: IncidentSuggestionsProps) {
  const [isRequested, setRequested] = useState(false)
  const query = suggestionsQuery(props.view.incident.id)
  const { data, error, isFetching, refetch } = useQuery({ ...query, enabled: isRequested })
  return (
    <section className="suggestions" aria-label="Suggestions">
      <h3>
        Suggestions <span className="dim">computed from times, topology and earlier incidents; not verified</span>
        <Button
          small
          look="minimal"
          busy={isFetching}
          onClick={() => (isRequested ? void refetch() : setRequested(true))}
        >
          {isRequested ? 'Refresh suggestions' : 'Find suggestions'}
        </Button>
      </h3>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isRequested && data === undefined && error === null ? (
        <SkeletonRows rows={4} label="Loading suggestions" />
      ) : null}
      {data === undefined ? null : <Found {...props} found={data} />}
    </section>
  )
}
