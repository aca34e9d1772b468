import { grantMatches, type Mismatch } from '#shared/access/grant-matches.ts'
import { hasEnded, findSubject, type Grant } from '#shared/access/grant.ts'
import { matchAny, type Match } from '#shared/access/match.ts'
import { type AccessObject, resourceObjects } from '#shared/access/objects.ts'
import type { Resource } from '#shared/access/resources.ts'
import { isAdmin, roleAllows, roles } from '#shared/access/roles.ts'
import { featureIsOn, type Property } from '#shared/settings/feature-flags.ts'
import type { Question } from './question.ts'

const always = new Set<Resource>(['permissions', 'identities', 'rbac', 'auth', 'kratos'])
const lists = new Set<AccessObject>(['people', 'database.public'])

/** No deny removes these from an administrator; otherwise a deny could not be undone. */
export const isAdministration = ({
  action,
  resource,
  object = resourceObjects[resource],
}: Pick<Question, 'action' | 'resource' | 'object'>): boolean =>
  always.has(resource) || (action === 'read' && lists.has(object))

export interface Team {
  readonly id: string
  readonly name: string
}

export interface Principal {
  readonly id: string
  readonly roles: readonly string[]
  readonly teams?: readonly Team[] | undefined
  readonly grants?: readonly Grant[] | undefined
}

interface Circumstances {
  readonly nowMs: number
  readonly flags?: readonly Property[]
}

type Cause = Mismatch | 'ended' | 'roleOnly' | 'administrator'

type Step =
  | { readonly kind: 'flag'; readonly feature: string; readonly effect: 'passes' | 'hides' }
  | { readonly kind: 'role'; readonly role: string; readonly effect: 'grants' | 'nothing' }
  | {
      readonly kind: 'permission'
      readonly grant: Grant
      readonly via: { readonly type: 'person' | 'team' | 'group'; readonly name: string }
      readonly effect: 'grants' | 'denies' | 'nothing'
      readonly inPart: boolean
      readonly because: Cause | null
    }

export interface Decision {
  readonly answer: 'allowed' | 'some' | 'refused'
  readonly chain: readonly Step[]
  readonly decidedBy: number | null
  readonly until: string | null
}

const findVia = ({ id, roles: held, teams = [] }: Principal, grant: Grant) => {
  const subject = findSubject(grant)
  if (subject === null) return null
  if (subject.type === 'person') return subject.id === id ? ({ type: 'person', name: '' } as const) : null
  if (subject.type === 'team') {
    const team = teams.find((each) => each.id === subject.id)
    return team === undefined ? null : ({ type: 'team', name: team.name } as const)
  }
  const isMember = subject.type === 'group' && (held.includes(subject.id) || subject.id === 'everyone')
  return isMember ? ({ type: 'group', name: subject.id } as const) : null
}

export const isAbout = (principal: Principal, grant: Grant): boolean => findVia(principal, grant) !== null

/** Changed by role only: a person who can write grants could otherwise become an administrator. */
const byRoleOnly = new Set<Resource>(['rbac', 'auth', 'kratos', 'identities'])

const order = { person: 0, team: 1, group: 2 }

const toEffect = ({ deny }: Grant) => (deny ? ('denies' as const) : ('grants' as const))

const permissionSteps = (principal: Principal, question: Question, nowMs: number): Step[] =>
  (principal.grants ?? [])
    .flatMap((grant) => {
      const { action, resource } = question
      const via = findVia(principal, grant)
      if (via === null) return []
      const { match, because } = grantMatches(grant, question)
      if (because === 'action') return []
      const ended = hasEnded(grant, nowMs)
      const isRoleOnly = !grant.deny && action !== 'read' && byRoleOnly.has(resource)
      const isProtected = grant.deny && isAdmin(principal.roles) && isAdministration(question)
      const has = match !== 'no' && !ended && !isRoleOnly && !isProtected
      const cause: Cause | null = isProtected ? 'administrator' : isRoleOnly ? 'roleOnly' : ended ? 'ended' : because
      return [
        {
          kind: 'permission' as const,
          grant,
          via,
          effect: has ? toEffect(grant) : ('nothing' as const),
          inPart: has && match === 'some',
          because: has ? null : cause,
        },
      ]
    })
    .toSorted((a, b) => Number(a.grant.deny) - Number(b.grant.deny) || order[a.via.type] - order[b.via.type])

const matchStep = (step: Step, effect: 'grants' | 'denies'): Match =>
  step.effect !== effect ? 'no' : step.kind === 'permission' && step.inPart ? 'some' : 'yes'

/**
 * An effective deny overrides every grant, except for administration by administrators. Relay gates, client gates
 * and the explanation must all use this function.
 */
export const decide = (principal: Principal, question: Question, { nowMs, flags = [] }: Circumstances): Decision => {
  const { action, resource, feature } = question
  const chain: Step[] = [
    ...(feature === undefined
      ? []
      : [
          {
            kind: 'flag' as const,
            feature,
            effect: featureIsOn(flags, feature) ? ('passes' as const) : ('hides' as const),
          },
        ]),
    ...principal.roles.map((role): Step => {
      return { kind: 'role', role, effect: roleAllows(role, action, resource) ? 'grants' : 'nothing' }
    }),
    ...permissionSteps(principal, question, nowMs),
  ]
  const decided = (answer: Decision['answer'], index: number): Decision => {
    const step = chain[index]
    const until = step?.kind === 'permission' ? step.grant.until : null
    return { answer, chain, decidedBy: index < 0 ? null : index, until }
  }
  const first = (effect: 'grants' | 'denies', match: Match) =>
    chain.findIndex((step) => matchStep(step, effect) === match)

  const hidden = chain.findIndex((step) => step.effect === 'hides')
  if (hidden >= 0) return decided('refused', hidden)
  const denies = matchAny(chain.map((step) => matchStep(step, 'denies')))
  if (denies === 'yes') return decided('refused', first('denies', 'yes'))
  const grants = matchAny(chain.map((step) => matchStep(step, 'grants')))
  if (grants === 'no') return decided('refused', -1)
  if (denies === 'some') return decided('some', first('denies', 'some'))
  return grants === 'yes' ? decided('allowed', first('grants', 'yes')) : decided('some', first('grants', 'some'))
}

export const isWhole = ({ chain }: Decision): boolean => chain.some((step) => matchStep(step, 'grants') === 'yes')

export const canBeDenied = ({ chain }: Decision): boolean => chain.some(({ effect }) => effect === 'denies')

export const rolesThatAllow = ({ action, resource }: Pick<Question, 'action' | 'resource'>): readonly string[] =>
  roles.filter((role) => roleAllows(role, action, resource))
