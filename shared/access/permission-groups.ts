import { z } from 'zod'
import type { Team } from '#shared/access/decide.ts'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { isId } from '#shared/primitives/id.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { formatAllowed } from '#shared/primitives/nearest.ts'
import { toText } from '#shared/primitives/to-text.ts'

const readName = (member: unknown): string => {
  const name = isMap(member) ? member['name'] : member
  return toText(name)
}
/** One unreadable member must not remove the others from a deny. */
const namesSchema = z
  .unknown()
  .optional()
  .transform((members) => (Array.isArray(members) ? members.map(readName) : []))
const membersSchema = z.object({ people: namesSchema, teams: namesSchema }).catch({ people: [], teams: [] })

/** Only people and teams have permissions; the other kinds run as the console. */
export const groupMemberKinds = [
  'people',
  'teams',
  'playbooks',
  'canaries',
  'scrapers',
  'topologies',
  'notifications',
  'configs',
  'components',
  'connections',
] as const

const isMailOrId = (name: string): boolean => name.includes('@') || name.includes('*') || isId(name)

/** The error of members that no resource matches, with the path within the selectors. */
export const findMemberError = (selectors: Readonly<Record<string, unknown>>): string | undefined => {
  const unknown = Object.keys(selectors).find((key) => !groupMemberKinds.some((kind) => kind === key))
  if (unknown !== undefined) return `${unknown}: unknown field${formatAllowed(unknown, groupMemberKinds)}.`
  const { people, teams } = membersSchema.parse(selectors)
  for (const [kind, names] of Object.entries({ people, teams })) {
    const nameless = names.indexOf('')
    if (nameless >= 0) return `${kind}[${nameless}]: needs a name.`
  }
  const at = people.findIndex((name) => !isMailOrId(name))
  if (at < 0) return undefined
  return `people[${at}]: people are named by mail address or id, because they can change their name, got ${JSON.stringify(people[at])}.`
}

export const permissionGroupSchema = z.object({ name: z.string().nullable(), selectors: membersSchema })
export type PermissionGroup = z.infer<typeof permissionGroupSchema>

export interface GroupMember {
  readonly id: string
  readonly email: string | null
  /** People can set such an address themselves. */
  readonly isEmailUnverified?: boolean | undefined
  readonly teams: readonly Team[]
}

const names = (patterns: readonly string[], value: string): boolean =>
  value !== '' && patterns.some((pattern) => matchesGlob(pattern.toLowerCase(), value.toLowerCase()))

/**
 * People are matched by mail address and never by name, because they can change their own name. A deny also counts for
 * an unverified address.
 */
const isMember = (
  { selectors }: PermissionGroup,
  { id, email, isEmailUnverified = false, teams }: GroupMember,
  { deny }: Grant,
): boolean =>
  names(selectors.people, id) ||
  names(selectors.people, isEmailUnverified && !deny ? '' : (email ?? '')) ||
  teams.some((team) => names(selectors.teams, team.name))

/** Adds each permission of a permission group again for every member, so that `decide` needs no groups. */
export const addMemberGrants = (
  grants: readonly Grant[],
  groups: readonly PermissionGroup[],
  people: readonly GroupMember[],
): readonly Grant[] =>
  grants.flatMap((grant) => {
    const subject = findSubject(grant)
    const named = subject?.type === 'group' ? groups.filter(({ name }) => name === subject.id) : []
    const members =
      named.length === 0 ? [] : people.filter((person) => named.some((group) => isMember(group, person, grant)))
    const toMemberGrant = (person: GroupMember): Grant => ({ ...grant, subject: person.id, subject_type: 'person' })
    return [grant, ...members.map(toMemberGrant)]
  })
