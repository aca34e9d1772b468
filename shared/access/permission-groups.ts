import { z } from 'zod'
import type { Team } from '#shared/access/decide.ts'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'

const namesSchema = z
  .array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]))
  .nullish()
  .transform((names) => names ?? [])
  .catch([])
const membersSchema = z.object({ people: namesSchema, teams: namesSchema }).catch({ people: [], teams: [] })

export const permissionGroupSchema = z.object({ name: z.string().nullable(), selectors: membersSchema })
export type PermissionGroup = z.infer<typeof permissionGroupSchema>

export interface GroupMember {
  readonly id: string
  readonly email: string | null
  readonly teams: readonly Team[]
}

const names = (patterns: readonly string[], value: string): boolean =>
  value !== '' && patterns.some((pattern) => matchesGlob(pattern.toLowerCase(), value.toLowerCase()))

/** People are matched by mail address and never by name, because they can change their own name. */
const isMember = ({ selectors }: PermissionGroup, { id, email, teams }: GroupMember): boolean =>
  names(selectors.people, id) ||
  names(selectors.people, email ?? '') ||
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
    const members = named.length === 0 ? [] : people.filter((person) => named.some((group) => isMember(group, person)))
    const toMemberGrant = (person: GroupMember): Grant => ({ ...grant, subject: person.id, subject_type: 'person' })
    return [grant, ...members.map(toMemberGrant)]
  })
