import dayjs from 'dayjs'
import { z } from 'zod'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import { changedColumns } from '#shared/primitives/changed-columns.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export const subjectKinds = ['team', 'person', 'notification'] as const
type SubjectKind = (typeof subjectKinds)[number]

export const scopes = ['catalog', 'component', 'connection', 'playbook', 'global', 'selector'] as const
type Scope = (typeof scopes)[number]

export const permissionActions = [
  'read',
  'update',
  'create',
  'delete',
  '*',
  'create,read,update,delete',
  'playbook:run',
  'playbook:approve',
] as const

export const permissionFormSchema = z.object({
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  action: z.string(),
  deny: z.boolean(),
  scope: z.enum(scopes),
  /** Resource id, object name or selector text, depending on `scope`. */
  target: z.string(),
  /** Local date and time as typed: `2026-11-23T06:00`. */
  until: z.string(),
  description: z.string(),
})
export type PermissionForm = z.infer<typeof permissionFormSchema>

export const emptyForm: PermissionForm = {
  subjectKind: 'team',
  subjectId: '',
  action: '',
  deny: false,
  scope: 'global',
  target: '',
  until: '',
  description: '',
}

const columns = {
  catalog: 'config_id',
  component: 'component_id',
  connection: 'connection_id',
  playbook: 'playbook_id',
} as const

const readTarget = (grant: Grant): Pick<PermissionForm, 'scope' | 'target'> => {
  if (grant.object_selector !== null)
    return { scope: 'selector', target: JSON.stringify(grant.object_selector, null, 2) }
  for (const scope of ['catalog', 'component', 'connection', 'playbook'] as const) {
    const id = grant[columns[scope]]
    if (id !== null) return { scope, target: id }
  }
  return { scope: 'global', target: grant.object ?? '' }
}

export const localText = (at: string | number): string => dayjs(at).format('YYYY-MM-DDTHH:mm')

const isSubjectKind = (type: string): type is SubjectKind => subjectKinds.some((kind) => kind === type)

export const toPermissionForm = (grant: Grant): PermissionForm | null => {
  const subject = findSubject(grant)
  if (subject === null || !isSubjectKind(subject.type)) return null
  return {
    subjectKind: subject.type,
    subjectId: subject.id,
    action: grant.action,
    deny: grant.deny,
    ...readTarget(grant),
    // PostgreSQL also stores `infinity`, which no input can show; an unchanged form keeps it.
    until: grant.until === null || Number.isNaN(Date.parse(grant.until)) ? '' : localText(grant.until),
    description: grant.description ?? '',
  }
}

type Field = 'subjectId' | 'action' | 'target' | 'until'
const required = 'This field is required'

const parseSelector = (text: string): Record<string, unknown> | string => {
  try {
    const value = z.record(z.string(), z.array(z.record(z.string(), z.unknown()))).safeParse(JSON.parse(text))
    if (value.success)
      return Object.keys(value.data).length === 0 ? 'Name at least one type, such as playbooks.' : value.data
    return 'A selector is a JSON object of lists, such as {"playbooks": [{"name": "scale-*"}]}.'
  } catch (error) {
    return `Not valid JSON: ${toErrorMessage(error)}`
  }
}

const findUntilError = (text: string, nowMs: number): string | undefined => {
  if (text === '') return undefined
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)[T ]\d\d:\d\d/.exec(text) ?? []
  if (year === '') return 'Enter a date and time, such as 2026-11-23 06:00.'
  const [monthAt, dayAt] = [Number(month), Number(day)]
  if (monthAt < 1 || monthAt > 12) return 'A year has 12 months.'
  const inMonth = dayjs(`${year}-${month}-01`)
  if (dayAt < 1 || dayAt > inMonth.daysInMonth()) return `${inMonth.format('MMMM')} has ${inMonth.daysInMonth()} days.`
  const at = Date.parse(text.replace(' ', 'T'))
  if (Number.isNaN(at)) return 'Invalid time of day.'
  return at <= nowMs ? 'This time is in the past: the permission would never apply.' : undefined
}

export const findFormErrors = (
  form: PermissionForm,
  nowMs: number,
  before?: PermissionForm | null,
): Partial<Record<Field, string>> => {
  const selector = form.scope === 'selector' && form.target !== '' ? parseSelector(form.target) : null
  const target = form.target === '' ? required : typeof selector === 'string' ? selector : undefined
  const until = form.until === before?.until ? undefined : findUntilError(form.until, nowMs)
  return {
    ...(form.subjectId === '' && { subjectId: required }),
    ...(form.action === '' && { action: required }),
    ...(target !== undefined && { target }),
    ...(until !== undefined && { until }),
  }
}

export const permissionSchema = (now: () => number, before: PermissionForm | null) =>
  permissionFormSchema.superRefine((form, context) => {
    for (const [field, message] of Object.entries(findFormErrors(form, now(), before)))
      context.addIssue({ code: 'custom', path: [field], message })
  })

/**
 * Exactly one subject and one resource are set and all others null: the enforcer and the list read different columns.
 */
export const toPermissionRow = (form: PermissionForm) => {
  const { subjectKind, subjectId, scope, target } = form
  const selector = scope === 'selector' ? parseSelector(target) : null
  const only = (wanted: Scope) => (scope === wanted ? target : null)
  return {
    action: form.action,
    deny: form.deny,
    description: form.description.trim() === '' ? null : form.description.trim(),
    object: only('global'),
    object_selector: typeof selector === 'string' ? null : selector,
    config_id: only('catalog'),
    component_id: only('component'),
    connection_id: only('connection'),
    playbook_id: only('playbook'),
    subject: subjectId,
    subject_type: subjectKind,
    team_id: subjectKind === 'team' ? subjectId : null,
    person_id: subjectKind === 'person' ? subjectId : null,
    notification_id: subjectKind === 'notification' ? subjectId : null,
    until: form.until === '' ? null : new Date(form.until.replace(' ', 'T')).toISOString(),
  }
}

/** The whole row, as ledger PERM-47 asks, with the stored value in each column that the edit left as it was. */
export const toChangedRow = (stored: Grant, initial: PermissionForm, entered: PermissionForm) => {
  const row = toPermissionRow(entered)
  const changed = changedColumns(toPermissionRow(initial), row)
  const kept = Object.entries(stored).filter(([column]) => column in row && !(column in changed))
  return { ...row, ...Object.fromEntries(kept) }
}
