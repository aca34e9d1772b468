import { z } from 'zod'
import { roles } from '#shared/access/roles.ts'

/** Contract 4: whom a permission can be about. Those of the dialog are three of them (ledger PERM-39). */
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
export type SubjectType = (typeof subjectTypes)[number]

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const record = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)

/**
 * A row of the table `permissions`, a grant or a deny (ledger PERM-33). Columns that a backend leaves out are null. Older
 * writers name the subject by one of the deprecated columns alone: read it by `subjectOf`.
 */
export const grantSchema = z.object({
  id: z.string(),
  subject: text,
  subject_type: z.enum(subjectTypes).nullish(),
  person_id: text,
  team_id: text,
  notification_id: text,
  action: z.string(),
  deny: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  object: text,
  object_selector: record,
  config_id: text,
  component_id: text,
  canary_id: text,
  playbook_id: text,
  connection_id: text,
  agents: z
    .array(z.string())
    .nullish()
    .transform((value) => value ?? null),
  tags: record,
  until: text,
  description: text,
})
export type Grant = z.infer<typeof grantSchema>

/** Whom a grant is about; null when it names nobody. */
export const findSubject = (
  grant: Pick<Grant, 'subject' | 'subject_type' | 'person_id' | 'team_id' | 'notification_id'>,
): { readonly type: SubjectType; readonly id: string } | null => {
  if (grant.subject) return { type: grant.subject_type ?? 'group', id: grant.subject }
  if (grant.person_id) return { type: 'person', id: grant.person_id }
  if (grant.team_id) return { type: 'team', id: grant.team_id }
  return grant.notification_id ? { type: 'notification', id: grant.notification_id } : null
}

/** Whether the time of a grant is over; one without an end never is. */
export const hasEnded = ({ until }: Pick<Grant, 'until'>, nowMs: number): boolean =>
  until !== null && Date.parse(until) <= nowMs

/** Groups that are no roles of people: everybody, and what agents sign in as. */
const otherGroups = ['everyone', 'agent']

/** Whether the embedded backend decides by it: it does for people, teams, roles and everyone, and not for what is started by no person. */
export const isEnforced = (grant: Parameters<typeof findSubject>[0]): boolean => {
  const subject = findSubject(grant)
  if (subject === null) return false
  if (subject.type === 'group') return [...roles, ...otherGroups].includes(subject.id)
  return subject.type === 'person' || subject.type === 'team'
}
