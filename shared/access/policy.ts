import { z } from 'zod'
import { grantSchema, type Grant } from '#shared/access/grant.ts'

/** One entry of `permissions` in the answer of whoami. */
const policySchema = z.object({
  id: z.string().nullish(),
  subject: z.string(),
  object: z.string(),
  action: z.string(),
  deny: z.boolean().nullish(),
  condition: z.string().nullish(),
  /** The row that it comes from, which a backend of our own sends along. */
  grant: grantSchema.nullish(),
})

const ofRole = 'na'
/** How one generation writes that there is no condition. */
const always = 'true'

/** A condition that nobody here can read: it holds for something, and only the backend knows for what. */
const unread = { 'a condition of the backend': [] }

/**
 * The grants and denies among what whoami says of a person: those entries that come from a row of `permissions`
 * have its id, what roles bring has none or `na`. An entry that cannot be read is left out.
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
        // Whoami tells a person only what is about them, by way of a team or a role too.
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
