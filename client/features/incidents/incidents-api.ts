import { z } from 'zod'
import { listValues, type FilterValue } from '#shared/filters/filter-value.ts'
import { clients } from '#client/api/clients.ts'
import { listRows, type Listed } from '#client/api/data-api.ts'
import { quoteList, searchConditions, sortOrder } from '#client/api/list-query.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { nullableText } from '#shared/primitives/row-values.ts'
import type { Range } from '#client/ui/table/list-pages.ts'
import { personColumns, personSchema } from './person.ts'

const namedSchema = z.object({ id: z.string(), name: nullableText }).nullish()
const hitSchema = z.object({ checks: namedSchema, configs: namedSchema, components: namedSchema })

const listedIncidentSchema = z.object({
  id: z.string(),
  incident_id: nullableText,
  title: z.string(),
  type: nullableText,
  status: z.string(),
  severity: nullableText,
  acknowledged: nullableText,
  created_at: nullableText,
  updated_at: nullableText,
  commander: personSchema.nullish(),
  comments: z.array(z.object({ comment: z.string(), created_at: nullableText, created_by: personSchema.nullish() })),
  responders: z.array(z.object({ id: z.string() })),
  hypotheses: z.array(z.object({ evidences: z.array(hitSchema) })),
})
export type ListedIncident = z.infer<typeof listedIncidentSchema>

const select = [
  'id,incident_id,title,type,status,severity,acknowledged,created_at,updated_at',
  `commander:commander_id(${personColumns})`,
  `comments!comments_incident_id_fkey(comment,created_at,created_by(${personColumns}))`,
  'responders(id)',
  'hypotheses(evidences(checks(id,name),configs(id,name),components(id,name)))',
]

interface IncidentTies {
  readonly owner: string
  readonly component: string
  readonly team: string
  readonly involvedPersonId: string
  readonly unacknowledged: boolean
}

export interface IncidentFilter extends IncidentTies {
  readonly me: string
  readonly search: string
  readonly severities: FilterValue
  readonly statuses: FilterValue
  readonly types: FilterValue
  readonly sorting: Sorting | null
}

/** Sorted by creation time, because as text INC-10 would come before INC-9. */
const sortColumns: Readonly<Record<string, string>> = {
  number: 'created_at',
  title: 'title',
  who: 'commander(name)',
  type: 'type',
  status: 'status',
  updated: 'updated_at',
  age: 'created_at',
  acknowledged: 'acknowledged',
}

/** Backends use this severity in either case. */
const spellings = (value: string) => (value.toLowerCase() === 'medium' ? ['Medium', 'medium'] : [value])
const toConditions = (column: string, filter: FilterValue): string[] => {
  const of = (state: 1 | -1) => listValues(filter, state).flatMap(spellings)
  const [included, excluded] = [of(1), of(-1)]
  return [
    ...(included.length === 0 ? [] : [`${column}.in.${quoteList(included)}`]),
    ...(excluded.length === 0 ? [] : [`${column}.not.in.${quoteList(excluded)}`]),
  ]
}

const urgentFirst = (me: string) => ({
  select: me === '' ? [] : ['i_lead:commander_id(id)', 'i_speak:communicator_id(id)'],
  query: me === '' ? {} : { 'i_lead.id': `eq.${me}`, 'i_speak.id': `eq.${me}` },
  order: [
    'closed.desc.nullsfirst,resolved.desc.nullsfirst',
    ...(me === '' ? [] : ['i_lead(id).asc.nullslast,i_speak(id).asc.nullslast']),
    'acknowledged.desc.nullsfirst,created_at.desc',
  ].join(','),
})

const toOrder = ({ sorting, me }: IncidentFilter): ReturnType<typeof urgentFirst> => {
  const order = sortOrder(sorting, sortColumns)
  return order === undefined ? urgentFirst(me) : { select: [], query: {}, order }
}

const anyCondition = (conditions: readonly string[]) => `or(${conditions.join(',')})`

/** Each embed has its own alias, because an inner join on the shown relation would also filter its rows. */
const tiedTo = ({ component, team }: IncidentTies) => ({
  select: [
    ...(component === '' ? [] : ['of_component:hypotheses!inner(evidences!inner(component_id))']),
    ...(team === '' ? [] : ['of_team:responders!inner(team_id)']),
  ],
  query: {
    ...(component !== '' && { 'of_component.evidences.component_id': `eq.${component}` }),
    ...(team !== '' && { 'of_team.team_id': `eq.${team}`, 'of_team.deleted_at': 'is.null' }),
  },
})

export const incidentsQuery = (filter: IncidentFilter): Readonly<Record<string, string>> => {
  const { search, severities, statuses, types, owner, involvedPersonId, unacknowledged } = filter
  const searched = searchConditions(search, ['title', 'incident_id'])
  const tied = tiedTo(filter)
  const ordered = toOrder(filter)
  const conditions = [
    ...toConditions('severity', severities),
    ...toConditions('status', statuses),
    ...toConditions('type', types),
    ...(owner === '' ? [] : [`commander_id.eq.${owner}`]),
    ...(involvedPersonId === ''
      ? []
      : [anyCondition([`commander_id.eq.${involvedPersonId}`, `communicator_id.eq.${involvedPersonId}`])]),
    ...(unacknowledged ? ['acknowledged.is.null'] : []),
    ...(searched.length === 0 ? [] : [anyCondition(searched)]),
  ]
  return {
    select: [...select, ...tied.select, ...ordered.select].join(','),
    order: `${ordered.order},id.asc`,
    'comments.order': 'created_at.desc',
    'comments.limit': '1',
    'responders.deleted_at': 'is.null',
    ...tied.query,
    ...ordered.query,
    ...(conditions.length > 0 && { and: `(${conditions.join(',')})` }),
  }
}

export const listIncidents = (
  filter: IncidentFilter,
  range: Range,
  signal: AbortSignal,
): Promise<Listed<ListedIncident>> =>
  listRows('incidents', { row: listedIncidentSchema, query: { ...incidentsQuery(filter), ...range }, signal })

interface NewIncident {
  readonly title: string
  readonly description: string
  readonly severity: string
  readonly type: string
}

const madeSchema = z.array(z.object({ id: z.string() }))

export const openIncident = async (incident: NewIncident, by: string): Promise<string | null> => {
  const body = { ...incident, status: 'open', created_by: by, commander_id: by, communicator_id: by }
  const { data } = await clients.data('/incidents', { method: 'POST', body, schema: madeSchema })
  return data[0]?.id ?? null
}
