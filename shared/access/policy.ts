import { z } from 'zod'
import { grantSchema, type Grant } from '#shared/access/grant.ts'

const policySchema = z.object({
  id: z.string().nullish(),
  subject: z.string(),
  object: z.string(),
  action: z.string(),
  deny: z.boolean().nullish(),
  condition: z.string().nullish(),
  grant: grantSchema.nullish(),
})

const ofRole = 'na'
const always = 'true'

/** Only the backend can evaluate its conditions, so the grant counts as partial. */
const unread = { 'a condition of the backend': [] }

/**
 * Entries from `permissions` rows have the id of the row; entries of roles have none or `na`. Unreadable entries
 * are dropped.
 */
export const grantsFromPolicies = (policies: readonly unknown[], personId: string): readonly Grant[] =>
  policies.flatMap((entry) => {
    const parsed = policySchema.safeParse(entry)
    if (!parsed.success) return []
    const { id, subject, object, action, deny, condition, grant } = parsed.data
    if (grant) return [grant]
    if (!id || id === ofRole) return []
    return [
      grantSchema.parse({
        id,
        // Whoami returns only entries that apply to this person, including those through a team or role.
        subject: personId,
        subject_type: 'person',
        object,
        action,
        deny: deny === true,
        object_selector: condition && condition !== always ? unread : null,
        description: subject === personId ? null : `for ${subject}`,
      }),
    ]
  })
