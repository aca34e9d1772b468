import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { decide, type Decision } from '#shared/access/decide.ts'
import type { Person } from '#shared/access/grant-effect.ts'
import { resourceObjects } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { routes } from '#client/lib/address/routes.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import type { About } from '#shared/access/question.ts'
import { everybodyQuery } from './permissions-api.ts'
import './who-may.css'

interface ResourceAccessProps {
  readonly resource: Resource
  readonly about?: About
}

const clockMs = 30_000
const actions = [
  ['read', 'Read'],
  ['update', 'Edit'],
  ['delete', 'Delete'],
] as const
const labels = { allowed: 'yes', some: 'partly', refused: 'no' } as const
const marks = { allowed: 'healthy', some: 'warning', refused: 'unknown' } as const

const decider = ({ chain, decidedBy }: Decision): string => {
  const step = decidedBy === null ? undefined : chain[decidedBy]
  if (step === undefined) return 'nothing grants it'
  if (step.kind === 'role') return `role ${step.role}`
  if (step.kind === 'flag') return 'disabled'
  return step.grant.description || `permission ${step.grant.action}`
}

type DecideFor = (person: Person, action: (typeof actions)[number][0]) => Decision

const createColumns = (decideFor: DecideFor): readonly ListColumn<Person>[] => [
  { id: 'name', title: 'Person', rank: 0, minWidth: 140, text: ({ name }) => name, cell: ({ name }) => <b>{name}</b> },
  ...actions.map(([action, title]) => ({
    id: action,
    title,
    rank: 1,
    minWidth: 120,
    text: (person: Person) => {
      const decision = decideFor(person, action)
      return `${labels[decision.answer]}, ${decider(decision)}`
    },
    cell: (person: Person) => {
      const decision = decideFor(person, action)
      return (
        <span className="cut" title={decider(decision)}>
          <StateMark state={marks[decision.answer]} label="" /> {labels[decision.answer]}{' '}
          <span className="faint">{decider(decision)}</span>
        </span>
      )
    },
  })),
]
const getId = ({ id }: Person) => id
const byName = { id: 'name', desc: false }
const none: readonly Person[] = []

export function ResourceAccess({ resource, about }: ResourceAccessProps) {
  const query = useQuery(everybodyQuery)
  const nowMs = useServerNow(clockMs)
  const { people = none, grants = [] } = query.data ?? {}
  const columns = createColumns((person, action) =>
    decide({ ...person, grants }, { action, resource, ...(about && { about }) }, { nowMs }),
  )
  const source = useWholeList({ reading: queryReading(query), columns, rows: people, usual: byName })
  return (
    <section className="allowed-people" aria-label="Permissions">
      <ListFrame
        table="allowed-people"
        label="Permissions by person"
        source={source}
        getKey={getId}
        facts={countFact(source.total, 'person', 'people')}
        nothing={<EmptyState title="No accounts yet" />}
      />
      <Link className="link" href={`${routes.permissions}?search=${encodeURIComponent(resourceObjects[resource])}`}>
        {`Permissions on ${resourceObjects[resource]}`}
      </Link>
    </section>
  )
}
