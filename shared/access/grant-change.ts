import { areaName, areas, foreignLists } from '#shared/access/areas.ts'
import { decide, isAbout, canBeDenied, type Principal } from '#shared/access/decide.ts'
import type { GrantChange, Person } from '#shared/access/grant-effect.ts'
import { listConditions, grantMatches, isUnread } from '#shared/access/grant-matches.ts'
import { hasEnded, findSubject, type Grant } from '#shared/access/grant.ts'
import { accessObjects } from '#shared/access/objects.ts'
import { accessActions } from '#shared/access/resources.ts'
import { isAdmin } from '#shared/access/roles.ts'
import type { Question } from './question.ts'

export interface Rights {
  readonly people: readonly Person[]
  readonly grants: readonly Grant[]
}

/** No gate asks about these objects and no role covers them, so only an administrator can grant them. */
const unasked = new Set(accessObjects.filter((object) => areas.every((area) => area.object !== object)))

const questions: readonly Question[] = [
  ...[...areas, ...foreignLists].map(({ resource, object }) => ({ resource, object })),
  ...[...unasked].map((object) => ({ resource: 'rbac' as const, object })),
].flatMap(({ resource, object }) => accessActions.map((action) => ({ action, resource, object })))

const narrowing = (grant: Grant) => [listConditions(grant), grant.agents, grant.tags]
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const toComparable = (grant: Grant | null) =>
  grant && [
    findSubject(grant),
    grant.action,
    grant.deny,
    grant.object,
    grant.object_selector,
    narrowing(grant),
    grant.until,
  ]

const isAsWide = (wide: Grant, narrow: Grant): boolean => {
  const conditions = listConditions(narrow)
  const { agents, tags } = wide
  return (
    !isUnread(wide) &&
    listConditions(wide).every((wanted) => conditions.some((condition) => isSame(condition, wanted))) &&
    (agents === null || agents.length === 0 || areAllAllowed(narrow.agents, agents)) &&
    Object.entries(tags ?? {}).every(([key, value]) => isSame(narrow.tags?.[key], value))
  )
}
const areAllAllowed = (agents: readonly string[] | null, allowed: readonly string[]): boolean =>
  agents !== null && agents.length > 0 && agents.every((agent) => allowed.includes(agent))

const lastsAsLong = ({ until }: Grant, other: Grant): boolean =>
  until === null || (other.until !== null && Date.parse(other.until) <= Date.parse(until))

const holds = (principal: Principal, question: Question, grant: Grant, nowMs: number): boolean => {
  if (question.object !== undefined && unasked.has(question.object)) return false
  const decision = decide(principal, question, { nowMs })
  if (decision.answer === 'refused' || canBeDenied(decision)) return false
  return decision.chain.some(
    (step) =>
      step.effect === 'grants' &&
      (step.kind === 'role' ||
        (step.kind === 'permission' && lastsAsLong(step.grant, grant) && isAsWide(step.grant, grant))),
  )
}

const moreThan = (person: Principal, principal: Principal, nowMs: number): Question | undefined =>
  questions.find(
    (question) =>
      decide(person, question, { nowMs }).answer !== 'refused' &&
      decide(principal, question, { nowMs }).answer !== 'allowed',
  )

const inForce = (grant: Grant | null, nowMs: number): Grant | null =>
  grant !== null && !hasEnded(grant, nowMs) ? grant : null

const formatQuestion = ({ action, resource, object }: Question): string =>
  `${action} on ${resource === 'rbac' && object !== undefined ? object : areaName(resource, object)}`

/**
 * Null when allowed. A person cannot grant more than they have in scope and time, including by lifting a deny,
 * nor take permissions from people who have more.
 */
export const validateGrantChange = (
  principal: Principal,
  change: GrantChange,
  { people, grants }: Rights,
  nowMs: number,
): string | null => {
  if (isAdmin(principal.roles)) return null
  const [before, after] = [inForce(change.before, nowMs), inForce(change.after, nowMs)]
  if (isSame(toComparable(before), toComparable(after))) return null
  const withGrants = (person: Principal): Principal => ({
    ...person,
    grants: grants.filter((grant) => isAbout(person, grant)),
  })
  const self = withGrants(principal)

  const gained = [after?.deny === false ? after : null, before?.deny === true ? before : null]
  for (const grant of gained) {
    const missing =
      grant && questions.find((question) => coversQuestion(grant, question) && !holds(self, question, grant, nowMs))
    if (missing)
      return `You cannot grant ${formatQuestion(missing)}: your own permissions do not fully cover it. Ask an administrator.`
  }
  const taken = [after?.deny === true ? after : null, before?.deny === false ? before : null]
  for (const grant of taken) {
    const concerned =
      grant === null ? [] : people.filter((person) => person.id !== principal.id && isAbout(person, grant))
    for (const person of concerned.toSorted((a, b) => Number(isAdmin(b.roles)) - Number(isAdmin(a.roles)))) {
      const more = moreThan(withGrants(person), self, nowMs)
      if (more)
        return `You cannot restrict ${person.name}, who has ${formatQuestion(more)} and you do not. Ask an administrator.`
    }
  }
  return null
}

const coversQuestion = (grant: Grant, question: Question): boolean => grantMatches(grant, question).match !== 'no'
