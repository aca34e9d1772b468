import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import type { IncidentMerges as Merges } from '#shared/incidents/merge-routes.ts'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { mergesQuery, undoMerge } from './merge-api.ts'
import './merge.css'

type Merge = Merges['from'][number]

/** Query parameter that stops the redirect to the target incident. */
const stays = 'merged'

function When({ merge: { at, by } }: { readonly merge: Merge }) {
  return (
    <>
      <Age at={at} /> ago{by === null ? '' : ` by ${by}`}
    </>
  )
}

function MergedIncident({ merge, onChange }: { readonly merge: Merge; readonly onChange: () => void }) {
  const { incident } = merge
  const { allowed, reason } = useAllowed('write', 'incident')
  const { mutate, isPending } = useMutation({
    mutationFn: () => undoMerge(incident.id),
    onSuccess: () => showToast('success', `${incident.number} is a separate incident again`),
    onError: (error) => showToast('error', `${incident.number} not separated: ${error.message}`),
    onSettled: onChange,
  })
  return (
    <Callout
      tone="info"
      title={`${incident.number} “${incident.title}” was merged into this incident.`}
      actions={
        <>
          <Link className="link" href={`${linkTo(routes.incident, { id: incident.id })}?${stays}`}>
            History
          </Link>
          <Button small busy={isPending} disabled={!allowed} disabledReason={reason} onClick={() => mutate()}>
            Undo merge
          </Button>
        </>
      }
    >
      <When merge={merge} />
    </Callout>
  )
}

export function IncidentMerges({ id, onChange }: { readonly id: string; readonly onChange: () => void }) {
  const { data, error, refetch } = useQuery(mergesQuery(id))
  useTableChanges(incidentTable, incidentsKey)
  // No redirect for a user who already had the page open when it was merged: they may be typing.
  const [wasHere, setWasHere] = useState(false)
  const isStaying = new URLSearchParams(useSearch()).has(stays)
  if (data !== undefined && data.into === null && !wasHere) setWasHere(true)
  if (error !== null)
    return (
      <div className="incident-merges">
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined || (data.into === null && data.from.length === 0)) return null
  const { into, from } = data
  if (into !== null && !wasHere && !isStaying) return <Redirect replace to={linkTo(routes.incident, into.incident)} />
  return (
    <div className="incident-merges">
      {into === null ? null : (
        <Callout
          tone="warn"
          title={`This incident was merged into ${into.incident.number} “${into.incident.title}”.`}
          actions={
            <Link className="link" href={linkTo(routes.incident, into.incident)}>
              Open {into.incident.number}
            </Link>
          }
        >
          <When merge={into} />. Anything you add here goes to that incident.
        </Callout>
      )}
      {from.map((merge) => (
        <MergedIncident key={merge.incident.id} merge={merge} onChange={onChange} />
      ))}
    </div>
  )
}
