import { z } from 'zod'
import { formatDuration, parseDuration } from '#shared/primitives/duration.ts'
import type { PreviewedRule, RuleToSave, WholeRule } from './rules-api.ts'

const recipientKinds = ['connection', 'url', 'person', 'team', 'onCall', 'playbook'] as const
export type RecipientKind = (typeof recipientKinds)[number]

const nanosPerMs = 1_000_000

export const formSchema = z.object({
  name: z.string(),
  events: z.array(z.string()),
  filter: z.string(),
  kind: z.enum(recipientKinds),
  to: z.string(),
  title: z.string(),
  template: z.string(),
  repeat: z.string(),
  wait: z.string(),
  evaluation: z.string(),
  groupBy: z.string(),
})
export type RuleForm = z.infer<typeof formSchema>

const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
const isGroupKey = (key: string): boolean => /^((label|tag):.+|[a-z_]+)$/.test(key)

const required = 'This field is required'
const duration = z
  .string()
  .trim()
  .refine((text) => text === '' || parseDuration(text) !== null, 'A time such as 30s, 5m, 4h or 1d')

/** A rule as it may be saved. */
export const ruleSchema = formSchema
  .extend({
    name: z.string().trim().min(1, required).max(200),
    events: z.array(z.string()).min(1, 'Choose at least one event'),
    to: z.string().trim().min(1, required),
    repeat: duration,
    wait: duration,
    evaluation: duration,
    groupBy: z
      .string()
      .refine((text) => listOf(text).every(isGroupKey), 'Names such as type, label:app or tag:cluster'),
  })
  .superRefine(({ kind, to }, context) => {
    if (kind === 'url' && !URL.canParse(to))
      context.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'An address such as https://hooks.example.org/… or smtp://…',
      })
  })

export const emptyRule: RuleForm = {
  name: '',
  events: ['check.failed'],
  filter: '',
  kind: 'connection',
  to: '',
  title: '',
  template: '',
  repeat: '4h',
  wait: '',
  evaluation: '',
  groupBy: '',
}

const recipientOf = (rule: WholeRule): Pick<RuleForm, 'kind' | 'to'> => {
  const [service] = rule.custom_services ?? []
  if (rule.person_id !== null) return { kind: 'person', to: rule.person_id }
  if (rule.team_id !== null) return { kind: 'team', to: rule.team_id }
  if (rule.playbook_id !== null) return { kind: 'playbook', to: rule.playbook_id }
  if (service?.on_call_team_id) return { kind: 'onCall', to: service.on_call_team_id }
  if (service?.connection) return { kind: 'connection', to: service.connection }
  return { kind: 'url', to: service?.url ?? '' }
}

const textOfNanos = (nanos: number | null | undefined): string => (nanos ? formatDuration(nanos / nanosPerMs) : '')
const nanosOf = (text: string): number | null => (text === '' ? null : (parseDuration(text) ?? 0) * nanosPerMs)

/** A rule as the form shows it. */
export const formOf = (rule: WholeRule): RuleForm => ({
  name: rule.name,
  events: rule.events,
  filter: rule.filter ?? '',
  ...recipientOf(rule),
  title: rule.title ?? '',
  template: rule.template ?? '',
  repeat: rule.repeat_interval ?? '',
  wait: textOfNanos(rule.wait_for),
  evaluation: textOfNanos(rule.wait_for_eval_period),
  groupBy: (rule.group_by ?? []).join(', '),
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

const serviceOf = ({ kind, to }: Pick<RuleForm, 'kind' | 'to'>, teamName: string) => {
  if (kind === 'connection') return { name: 'connection', connection: to }
  if (kind === 'url') return { name: 'address', url: to }
  return kind === 'onCall' ? { name: `on call for ${teamName}`, on_call_team_id: to } : null
}

const servicesOf = (service: ReturnType<typeof serviceOf>) => (service === null ? null : [service])

/** What the form says, as it is written; the recipients that it does not name are none. */
export const ruleOf = ({ kind, to, ...form }: RuleForm, teamName = 'a team'): RuleToSave => ({
  name: form.name,
  events: form.events,
  filter: orNull(form.filter),
  title: orNull(form.title),
  template: orNull(form.template),
  person_id: kind === 'person' ? to : null,
  team_id: kind === 'team' ? to : null,
  playbook_id: kind === 'playbook' ? to : null,
  custom_services: servicesOf(serviceOf({ kind, to }, teamName)),
  repeat_interval: orNull(form.repeat),
  wait_for: nanosOf(form.wait),
  wait_for_eval_period: nanosOf(form.evaluation),
  group_by: listOf(form.groupBy).length === 0 ? null : listOf(form.groupBy),
})

/** What the form says so far, for the preview of what it would have sent; times that cannot be read are left out. */
export const previewedOf = (form: RuleForm): PreviewedRule => ({
  name: form.name,
  events: form.events,
  filter: orNull(form.filter),
  title: orNull(form.title),
  template: orNull(form.template),
  repeat_interval: parseDuration(form.repeat) === null ? null : form.repeat,
  wait_for: nanosOf(form.wait),
  wait_for_eval_period: nanosOf(form.evaluation),
  group_by: listOf(form.groupBy).filter(isGroupKey),
})
