import { Cross } from '@blueprintjs/icons'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useSession } from '#client/api/session/whoami.ts'
import type { IncidentPerson } from '#shared/incidents/incident-person.ts'
import type { Responder } from '#shared/incidents/incident-part.ts'
import type { Incident } from '#client/features/incidents/incident/incident-view.ts'
import { SectionHead } from '#client/features/incidents/incident/section-head.tsx'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Age } from '#client/ui/age.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { AddResponder } from './add-responder.tsx'
import { LeadSelect } from './lead-select.tsx'
import { acceptResponder, removeResponder } from './responders-api.ts'

interface PartProps {
  readonly incident: Incident
  readonly onChange: () => void
}

const leads = [
  { column: 'commander_id', as: 'commander', title: 'Commander' },
  { column: 'communicator_id', as: 'communicator', title: 'Communicator' },
] as const

function Lead({
  person,
  title,
  children,
}: {
  readonly person: IncidentPerson | null
  title: string
  children: React.ReactNode
}) {
  return (
    <li className="incident-person">
      {person === null ? <span className="avatar" aria-hidden="true" /> : <Avatar person={person} />}
      {children}
      <span className="dim">{title.toLowerCase()}</span>
    </li>
  )
}

interface ResponderLineProps {
  readonly responder: Responder
  readonly canWrite: boolean
  readonly onChange: () => void
}

function ResponderLine({ responder, canWrite, onChange }: ResponderLineProps) {
  const me = useSession()?.user.id
  const { id, person, team, acknowledged, created_at: at, properties } = responder
  const name = person?.name ?? team?.name ?? 'unknown'
  const act = useMutation({
    mutationFn: (how: 'accept' | 'remove') => (how === 'accept' ? acceptResponder(id) : removeResponder(id)),
    onError: (error, how) =>
      showToast('error', `${how === 'accept' ? 'Not accepted' : `${name} not removed`}: ${error.message}`),
    onSettled: onChange,
  })
  const isMine = team || person?.id === me
  return (
    <li className="incident-person" aria-label={name}>
      {person === null ? (
        <span className="avatar" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
      ) : (
        <Avatar person={person} />
      )}
      <span className="cut">{name}</span>
      <span className="cut dim" title={properties?.asked}>
        {properties?.asked ?? (team ? 'team' : '')}
      </span>
      <span className="dim tabular incident-person-end">
        {acknowledged !== null ? (
          <>
            accepted <Age at={acknowledged} />
          </>
        ) : isMine && canWrite ? (
          <Button small busy={act.isPending} onClick={() => act.mutate('accept')}>
            Accept
          </Button>
        ) : (
          <>
            requested <Age at={at} />
          </>
        )}
        {canWrite ? (
          <Button
            look="minimal"
            small
            icon={<Cross size={12} />}
            aria-label={`Remove ${name}`}
            onClick={() => act.mutate('remove')}
          />
        ) : null}
      </span>
    </li>
  )
}

export function IncidentPeople({ incident, onChange }: PartProps) {
  const { allowed, reason } = useAllowed('write', 'responder')
  const [isAdding, setAdding] = useState(false)
  // With an own backend, external responders have their own section.
  const responders = incident.responders.filter(({ person, team }) => !hasOwnBackend() || person !== null || team)
  return (
    <section aria-label="Responders">
      <SectionHead
        title="Responders"
        action="Add responder"
        isOpen={isAdding}
        disabled={!allowed}
        disabledReason={reason}
        onToggle={setAdding}
      />
      {isAdding ? (
        <AddResponder
          incident={incident}
          onAdded={() => {
            setAdding(false)
            onChange()
          }}
        />
      ) : null}
      <ul>
        {leads.map(({ column, as, title }) => (
          <Lead key={column} person={incident[as]} title={title}>
            <LeadSelect
              incidentId={incident.id}
              column={column}
              label={title}
              person={incident[as]}
              onChange={onChange}
            />
          </Lead>
        ))}
        {responders.map((responder) => (
          <ResponderLine key={responder.id} responder={responder} canWrite={allowed} onChange={onChange} />
        ))}
      </ul>
    </section>
  )
}
