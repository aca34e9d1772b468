import { z } from 'zod'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { toList } from '#shared/primitives/to-list.ts'

const text = z.string().nullish()
const nanos = z.int().nonnegative().nullish()
const services = z
  .array(z.looseObject({ name: text, url: text, connection: text, filter: text, properties: z.unknown().optional() }))
  .nullish()
const recipients = z.strictObject({ person: text, team: text, onCall: text, playbook: text }).nullish()

/** Durations are nanoseconds. */
export const ruleSpecSchema = z.strictObject({
  events: z.array(z.string()),
  filter: text,
  to: recipients,
  custom_services: services,
  fallback: recipients,
  fallback_custom_services: services,
  fallback_delay: nanos,
  title: text,
  template: text,
  repeat_interval: text,
  wait_for: nanos,
  wait_for_eval_period: nanos,
  group_by: z.array(z.string()).nullish(),
  inhibitions: z.unknown().optional(),
  properties: z.unknown().optional(),
})

type Row = Readonly<Record<string, unknown>>

const recipientKinds = ['person', 'team', 'onCall', 'playbook'] as const
export type RecipientKind = (typeof recipientKinds)[number]
type Columns = Readonly<Record<RecipientKind, string>>

const targets: Columns = {
  person: 'person_id',
  team: 'team_id',
  onCall: 'on_call_team_id',
  playbook: 'playbook_id',
}
const fallbacks: Columns = {
  person: 'fallback_person_id',
  team: 'fallback_team_id',
  onCall: 'fallback_on_call_team_id',
  playbook: 'fallback_playbook_id',
}

const plainColumns = [
  'events',
  'title',
  'template',
  'filter',
  'properties',
  'custom_services',
  'fallback_custom_services',
  'fallback_delay',
  'repeat_interval',
  'wait_for',
  'wait_for_eval_period',
  'group_by',
  'inhibitions',
] as const

const serviceLists = [
  { services: 'custom_services', team: targets.onCall },
  { services: 'fallback_custom_services', team: fallbacks.onCall },
] as const

export const ruleColumns: readonly string[] = [
  ...plainColumns,
  ...[targets, fallbacks].flatMap(({ person, team, playbook }) => [person, team, playbook]),
]

export interface RuleNames {
  readonly findName: (kind: RecipientKind, id: string) => string | undefined
  /** Undefined for an unknown name, null for a name without an id yet. */
  readonly findId: (kind: RecipientKind, name: string) => string | null | undefined
}

const readOnCallTeam = (service: unknown): string => (isMap(service) ? toText(service['on_call_team_id']) : '')
const isNothing = (value: unknown): boolean =>
  value == null || (typeof value === 'object' && Object.keys(value).length === 0)
const omitEmpty = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => !isNothing(value)))

/** A row stores the on-call team with its services, a document with its recipients. */
const withoutOnCall = (row: Row): Row => {
  const change: Record<string, unknown> = { ...row }
  for (const { services: column, team } of serviceLists) {
    const all = toList(row[column])
    change[team] = all.map(readOnCallTeam).find((id) => id !== '') ?? null
    change[column] = all.filter((service) => readOnCallTeam(service) === '')
  }
  return change
}
const withOnCall = (row: Row): Row => {
  const change: Record<string, unknown> = { ...row }
  for (const { services: column, team } of serviceLists) {
    const id = toText(row[team])
    delete change[team]
    if (id !== '') change[column] = [...toList(row[column]), { name: 'on call', on_call_team_id: id }]
  }
  return change
}

const toNames = (row: Row, columns: Columns, { findName }: RuleNames): Row =>
  Object.fromEntries(
    recipientKinds.flatMap((kind) => {
      const id = toText(row[columns[kind]])
      const name = id === '' ? undefined : findName(kind, id)
      return name === undefined ? [] : [[kind, name]]
    }),
  )

export const toRuleSpec = (storedRow: Row, names: RuleNames): Row => {
  const row = withoutOnCall(storedRow)
  return omitEmpty({
    ...Object.fromEntries(plainColumns.map((column) => [column, row[column]])),
    to: toNames(row, targets, names),
    fallback: toNames(row, fallbacks, names),
  })
}

const formatKind = (kind: RecipientKind): string => (kind === 'onCall' ? 'team' : kind)

const resolveIds = (named: unknown, columns: Columns, { findId }: RuleNames): Row | string => {
  const recipientNames = isMap(named) ? named : {}
  const stranger = Object.keys(recipientNames).find((name) => !recipientKinds.some((kind) => kind === name))
  if (stranger !== undefined) return `unknown recipient type "${stranger}"; use ${recipientKinds.join(', ')}.`
  const ids: Record<string, string | null> = {}
  for (const kind of recipientKinds) {
    ids[columns[kind]] = null
    if (recipientNames[kind] == null) continue
    const name = toText(recipientNames[kind])
    const id = findId(kind, name)
    if (id === undefined) return `${formatKind(kind)} "${name}" not found.`
    ids[columns[kind]] = id
  }
  return ids
}

const formatIssue = ({ path, code, message, ...issue }: z.core.$ZodIssue): string => {
  const location = formatPath(['spec', ...path])
  if (code === 'unrecognized_keys' && path.length === 0 && 'keys' in issue && Array.isArray(issue.keys))
    return `${location}.${String(issue.keys[0])}: unknown field.`
  if (location === 'spec.events') return `${location}: must be a list of events.`
  return `${location}: ${message}.`
}

export const toRuleRow = (spec: unknown, names: RuleNames): { readonly row: Row } | { readonly error: string } => {
  const input = isMap(spec) ? spec : {}
  const [first, second] = [resolveIds(input['to'], targets, names), resolveIds(input['fallback'], fallbacks, names)]
  const issues = ruleSpecSchema.safeParse(input).error?.issues ?? []
  const issue = issues.find(({ code, path }) => code === 'unrecognized_keys' && path.length === 0) ?? issues[0]
  if (issue !== undefined && !['to', 'fallback'].includes(String(issue.path[0]))) return { error: formatIssue(issue) }
  if (typeof first === 'string') return { error: `spec.to: ${first}` }
  if (typeof second === 'string') return { error: `spec.fallback: ${second}` }
  const plain = Object.fromEntries(plainColumns.map((column) => [column, input[column] ?? null]))
  return { row: withOnCall({ ...plain, ...first, ...second }) }
}
