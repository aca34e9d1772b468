import { z } from 'zod'
import { decide, rolesThatAllow, type Principal, type Team } from '#shared/access/decide.ts'
import type { Explanation, ExplanationQuery } from '#shared/access/explanation.ts'
import type { Grant } from '#shared/access/grant.ts'
import { readGrants } from '#shared/access/grant-error.ts'
import { memberSchema, personRolesSchema } from '#shared/access/membership.ts'
import { objectRelations, objectRowSchema, objectSelects, readObject } from '#shared/access/object-row.ts'
import { objectKinds, type ObjectKind } from '#shared/access/objects.ts'
import {
  addMemberGrants,
  permissionGroupSchema,
  type GroupMember,
  type PermissionGroup,
} from '#shared/access/permission-groups.ts'
import { propertySchema, type Property } from '#shared/settings/feature-flags.ts'
import type { ObjectAttributes } from '#shared/access/match.ts'
import type { About, Question } from '#shared/access/question.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

type FetchText = (path: string, signal: AbortSignal) => Promise<string>

const emailSchema = z.object({ id: z.string(), email: z.string().nullish() })
const othersMax = 20

/** Only the backend knows which addresses are verified. */
const listUnverified = (grants: readonly Grant[], groups: readonly PermissionGroup[], member: GroupMember): string[] =>
  addMemberGrants(grants, groups, [{ ...member, isEmailUnverified: true }]).length <
  addMemberGrants(grants, groups, [member]).length
    ? ['A permission group grants by mail address only if the person has verified it.']
    : []

const toAbout = (
  named: readonly { readonly kind: ObjectKind; readonly attributes: ObjectAttributes }[],
): About | undefined =>
  named.length === 0 ? undefined : Object.fromEntries(named.map(({ kind, attributes }) => [kind, attributes]))

export const createExplain =
  (fetchText: FetchText, isRemote: boolean) =>
  async (query: ExplanationQuery, signal: AbortSignal): Promise<Explanation> => {
    const unknown: string[] = []
    const read = async <T>(path: string, schema: z.ZodType<T>, label: string): Promise<readonly T[]> => {
      try {
        return z.array(schema).parse(JSON.parse(await fetchText(path, signal)))
      } catch (error) {
        unknown.push(`${label} could not be read: ${toErrorMessage(error)}`)
        return []
      }
    }
    const [people, members, permissions, groups, emails, flags, names] = await Promise.all([
      read('/api/db/people_roles?select=id,name,roles&order=name.asc', personRolesSchema, 'Roles'),
      read('/api/db/team_members?select=person_id,team:teams(id,name,deleted_at)', memberSchema, 'Teams'),
      read('/api/db/permissions?select=*&deleted_at=is.null&order=created_at.asc', z.unknown(), 'Permissions'),
      read(
        '/api/db/permission_groups?select=name,selectors&deleted_at=is.null',
        permissionGroupSchema,
        'Permission groups',
      ),
      read('/api/db/people?select=id,email', emailSchema, 'Mail addresses'),
      read<Property>('/api/properties', propertySchema, 'Feature flags'),
      read(`/api/db/people?select=id,name&id=eq.${encodeURIComponent(query.person)}`, personRolesSchema, 'Person'),
    ])
    const { grants, errors } = readGrants(permissions)
    if (errors.length > 0) unknown.push(`Invalid permissions are ignored (${errors.length}). See the permissions list.`)
    if (isRemote)
      unknown.push('A remote backend also authorizes requests itself, and its roles may allow less than the console’s.')

    const objects = await Promise.all(
      objectKinds.map(async (kind) => {
        const id = query[kind]
        if (id === undefined) return []
        const path = `/api/db/${objectRelations[kind]}?select=${objectSelects[kind]}&id=eq.${encodeURIComponent(id)}`
        const [row] = await read(path, objectRowSchema, `The ${kind}`)
        return [{ kind, attributes: row === undefined ? { id } : readObject(kind, row) }]
      }),
    )
    const named = objects.flat()
    const about = toAbout(named)
    const { action, resource, object, feature, person: personId } = query
    const question: Question = { action, resource, object, feature, about }
    const circumstances = { nowMs: Date.now(), flags }

    const listTeams = (id: string): Team[] =>
      members.flatMap(({ person_id, team }) =>
        person_id === id && team && !team.deleted_at ? [{ id: team.id, name: team.name }] : [],
      )
    const emailById = new Map(emails.map(({ id, email }) => [id, email ?? null]))
    const toMember = (id: string) => ({ id, email: emailById.get(id) ?? null, teams: listTeams(id) })
    const toAsker = (id: string, roles: readonly string[]): Principal => ({
      id,
      roles,
      teams: listTeams(id),
      grants: addMemberGrants(grants, groups, [toMember(id)]),
    })
    unknown.push(...listUnverified(grants, groups, toMember(personId)))
    const person = people.find(({ id }) => id === personId)
    const asker = toAsker(personId, person?.roles ?? [])
    const { answer, chain, decidedBy, until } = decide(asker, question, circumstances)
    const others = people.filter(
      ({ id, roles }) =>
        id !== personId && decide(toAsker(id, roles ?? []), question, circumstances).answer === 'allowed',
    )
    return {
      person: {
        id: personId,
        name: names[0]?.name ?? person?.name ?? '',
        roles: [...asker.roles],
        teams: listTeams(personId),
      },
      answer,
      chain: [...chain],
      decidedBy,
      until,
      objects: named.map(({ kind, attributes }) => ({ kind, id: attributes.id, name: attributes.name ?? '' })),
      roles: [...rolesThatAllow(question)],
      others: others.slice(0, othersMax).map(({ id, name }) => ({ id, name: name ?? '' })),
      othersCount: others.length,
      unknown,
    }
  }
