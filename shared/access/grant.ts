import { z } from 'zod'
import { nullableText, orNull } from '#shared/primitives/row-values.ts'

export const subjectTypes = [
  'person',
  'team',
  'group',
  'notification',
  'playbook',
  'canary',
  'scraper',
  'topology',
] as const
type SubjectType = (typeof subjectTypes)[number]

const record = orNull(z.record(z.string(), z.unknown()))

/** Older writers set only one of the deprecated subject columns, so read the subject with `findSubject`. */
export const grantSchema = z.object({
  id: z.string(),
  subject: nullableText,
  subject_type: z.enum(subjectTypes).nullish(),
  person_id: nullableText,
  team_id: nullableText,
  notification_id: nullableText,
  action: z.string(),
  deny: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  object: nullableText,
  object_selector: record,
  config_id: nullableText,
  component_id: nullableText,
  canary_id: nullableText,
  playbook_id: nullableText,
  connection_id: nullableText,
  agents: orNull(z.array(z.string())),
  tags: record,
  until: nullableText,
  description: nullableText,
})
export type Grant = z.infer<typeof grantSchema>

export const findSubject = (
  grant: Pick<Grant, 'subject' | 'subject_type' | 'person_id' | 'team_id' | 'notification_id'>,
): { readonly type: SubjectType; readonly id: string } | null => {
  if (grant.subject) return { type: grant.subject_type ?? 'group', id: grant.subject }
  if (grant.person_id) return { type: 'person', id: grant.person_id }
  if (grant.team_id) return { type: 'team', id: grant.team_id }
  return grant.notification_id ? { type: 'notification', id: grant.notification_id } : null
}

export const hasEnded = ({ until }: Pick<Grant, 'until'>, nowMs: number): boolean =>
  until !== null && Date.parse(until) <= nowMs

/** The embedded backend enforces grants for people, teams, roles, permission groups and everyone only. */
export const isEnforced = (grant: Parameters<typeof findSubject>[0]): boolean =>
  ['person', 'team', 'group'].includes(findSubject(grant)?.type ?? '')
