import { validateGrantChange, type Rights } from '#shared/access/grant-change.ts'
import type { Person } from '#shared/access/grant-effect.ts'
import { findSubject, type Grant } from '#shared/access/grant.ts'
import type { GrantError } from '#shared/access/grant-error.ts'
import { hasObject } from '#shared/access/grant-matches.ts'
import { addMemberGrants, type GroupMember, type PermissionGroup } from '#shared/access/permission-groups.ts'
import { isAdmin } from '#shared/access/roles.ts'
import { findSelectorError } from '#shared/access/selector-error.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { GuardWrite } from '#relay/backend/data-api/request.ts'
import { administratorsLock, hasAdministrator } from '#relay/backend/people/administrators.ts'
import { guardExec } from '#relay/backend/guards/guard-exec.ts'
import { guardNotifications } from '#relay/backend/guards/guard-notifications.ts'
import { readGroups, readPeople, readPermissions } from '#relay/backend/permissions/stored-rights.ts'
import type { Queryable } from '#relay/database/database.ts'

interface Stored extends Rights {
  readonly people: readonly (Person & GroupMember)[]
  readonly stored: readonly Grant[]
  readonly errors: readonly (GrantError & { readonly id: string })[]
  readonly groups: readonly PermissionGroup[]
}

const rightRelations = new Set(['permissions', 'permission_groups', 'teams', 'team_members'])
const personRelations = new Set(['people', 'people_roles', 'identities'])

const read = async (transaction: Queryable): Promise<Stored> => {
  const people = await readPeople(transaction)
  const groups = await readGroups(transaction)
  const { grants, errors } = await readPermissions(transaction)
  return { people, groups, errors, stored: grants, grants: addMemberGrants(grants, groups, people) }
}

const reached = ({ people, stored, groups }: Stored): ReadonlyMap<string, Grant> => {
  const all = new Map<string, Grant>()
  for (const grant of stored) {
    const subject = findSubject(grant)
    all.set(grant.id, grant)
    if (subject?.type === 'team')
      for (const { id } of people.filter(({ teams }) => teams.some((team) => team.id === subject.id)))
        all.set(`${grant.id} ${id}`, { ...grant, subject: id, subject_type: 'person' })
    if (subject?.type === 'group') {
      for (const { selectors } of groups.filter(({ name }) => name === subject.id))
        all.set(`${grant.id} ${JSON.stringify(selectors)}`, grant)
      for (const copy of addMemberGrants([grant], groups, people).slice(1)) all.set(`${grant.id} ${copy.subject}`, copy)
    }
  }
  return all
}

/** A stored selector stays as it is: its permission could not be changed otherwise. */
const findNewSelectorError = (before: readonly Grant[], after: readonly Grant[]): string | undefined => {
  const known = new Set(before.map(({ id, object_selector: selector }) => `${id} ${JSON.stringify(selector)}`))
  for (const { id, object_selector: selector } of after) {
    if (selector === null || known.has(`${id} ${JSON.stringify(selector)}`)) continue
    const error = findSelectorError(selector)
    if (error !== undefined) return error
  }
  return undefined
}

const findWithoutObject = (before: readonly Grant[], after: readonly Grant[]): Grant | undefined => {
  const known = new Set(before.filter((grant) => !hasObject(grant)).map(({ id }) => id))
  return after.find((grant) => !hasObject(grant) && !known.has(grant.id))
}

const guardRights: GuardWrite = async (transaction, _relation, { id, roles }) => {
  await transaction.query('select pg_advisory_xact_lock($1)', [administratorsLock])
  const before = await read(transaction)
  return async () => {
    const after = await read(transaction)
    const known = new Set(before.errors.map((error) => `${error.id} ${error.field}`))
    const error = after.errors.find((each) => !known.has(`${each.id} ${each.field}`))
    if (error !== undefined) throw new DataApiError(400, '22023', error.message)
    const unmatched = findNewSelectorError(before.stored, after.stored)
    if (unmatched !== undefined)
      throw new DataApiError(400, '22023', `Invalid permission field object_selector: it must match: ${unmatched}`)
    if (findWithoutObject(before.stored, after.stored) !== undefined)
      throw new DataApiError(
        400,
        '22023',
        'Invalid permission field object: it must name an object such as catalog, unless the permission names or selects resources.',
      )
    if (isAdmin(roles)) return
    const teams = before.people.find((person) => person.id === id)?.teams ?? []
    const [was, is] = [reached(before), reached(after)]
    for (const key of new Set([...was.keys(), ...is.keys()])) {
      const change = { before: was.get(key) ?? null, after: is.get(key) ?? null }
      const rejection = validateGrantChange({ id, roles, teams }, change, before, Date.now())
      if (rejection !== null) throw new DataApiError(403, '42501', rejection)
    }
  }
}

const guardPeople: GuardWrite = async (transaction) => {
  await transaction.query('select pg_advisory_xact_lock($1)', [administratorsLock])
  const had = await hasAdministrator(transaction)
  return async () => {
    if (had && !(await hasAdministrator(transaction)))
      throw new DataApiError(409, '23514', 'This person is the last administrator.', {
        hint: 'Give another active account the admin role first.',
      })
  }
}

/**
 * Rejects unreadable permissions (400), changes beyond the writer's own permissions (403,
 * `shared/access/grant-change.ts`) and changes that leave no administrator (409).
 */
export const guardWrite: GuardWrite = async (transaction, relation, viewer) => {
  if (rightRelations.has(relation)) return guardRights(transaction, relation, viewer)
  if (personRelations.has(relation)) return guardPeople(transaction, relation, viewer)
  if (relation === 'notifications') return guardNotifications(transaction, relation, viewer)
  return guardExec(transaction, relation, viewer)
}
