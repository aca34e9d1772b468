import { useMemo } from 'react'
import { runWatchers } from '#shared/playbooks/playbook-topics.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Avatar } from '#client/ui/avatar.tsx'

const mostShown = 5

export function Watchers({ runId }: { readonly runId: string }) {
  const params = useMemo(() => ({ runId }), [runId])
  const { rows, status } = useTopic(runWatchers, params)
  const people = [...rows.values()].toSorted((a, b) => a.name.localeCompare(b.name))
  if (people.length === 0 || status !== 'live') return null
  return (
    <span
      className="run-watchers"
      role="group"
      aria-label={`${people.length} watching: ${people.map(({ name }) => name).join(', ')}`}
    >
      {people.slice(0, mostShown).map((person) => (
        <Avatar key={person.id} person={{ ...person, avatar: null }} />
      ))}
      <span className="run-watchers-count">{people.length} watching</span>
    </span>
  )
}
