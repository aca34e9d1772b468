import { useMutation, useQuery } from '@tanstack/react-query'
import type { IncidentPerson } from '#shared/incidents/incident-person.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { setIncident } from '#client/features/incidents/incident/incident-api.ts'
import { peopleQuery } from '#client/features/incidents/people-api.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { Select } from '#client/ui/form/select.tsx'

interface LeadSelectProps {
  readonly incidentId: string
  readonly column: 'commander_id' | 'communicator_id'
  readonly label: string
  readonly person: IncidentPerson | null
  readonly onChange: () => void
}

export function LeadSelect({ incidentId, column, label, person, onChange }: LeadSelectProps) {
  const { allowed, reason } = useAllowed('write', 'incident')
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled: allowed })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) =>
      setIncident(incidentId, { column, from: person?.id ?? null, to: id === '' ? null : id }),
    onSuccess: (isSet) => {
      if (!isSet) showToast('error', 'Somebody else chose meanwhile. Look at whom, and choose again.')
    },
    onError: (error) => showToast('error', `${label} stays ${person?.name ?? 'nobody'}: ${error.message}`),
    onSettled: onChange,
  })
  const name = person?.name ?? 'nobody'
  if (!allowed)
    return (
      <span className={person === null ? 'incident-nobody' : 'cut'} title={reason}>
        {name}
      </span>
    )
  const known = person === null || people.some(({ id }) => id === person.id) ? people : [person, ...people]
  return (
    <span className={person === null ? 'incident-lead incident-nobody' : 'incident-lead'}>
      <Select
        label={label}
        value={isPending ? variables : (person?.id ?? '')}
        options={[{ value: '', label: 'nobody' }, ...known.map(({ id, name: each }) => ({ value: id, label: each }))]}
        onChange={(id) => mutate(id)}
      />
    </span>
  )
}
