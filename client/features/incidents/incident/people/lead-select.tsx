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
      if (!isSet) showToast('error', 'Someone else changed this in the meantime. Check the new value and choose again.')
    },
    onError: (error) => showToast('error', `${label} is still ${person?.name ?? 'unassigned'}: ${error.message}`),
    onSettled: onChange,
  })
  const name = person?.name ?? 'unassigned'
  if (!allowed)
    return (
      <span className={person === null ? 'incident-unassigned' : 'cut'} title={reason}>
        {name}
      </span>
    )
  const known = person === null || people.some(({ id }) => id === person.id) ? people : [person, ...people]
  return (
    <span className={person === null ? 'incident-lead incident-unassigned' : 'incident-lead'}>
      <Select
        label={label}
        value={isPending ? variables : (person?.id ?? '')}
        options={[
          { value: '', label: 'unassigned' },
          ...known.map(({ id, name: each }) => ({ value: id, label: each })),
        ]}
        onChange={(id) => mutate(id)}
      />
    </span>
  )
}
