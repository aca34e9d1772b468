import type { Grant } from '#shared/access/grant.ts'
import { matchAll, matchesPatterns, type Match, type ObjectAttributes } from '#shared/access/match.ts'
import { objectResourceKinds, objectKinds, resourceObjects, type ObjectKind } from '#shared/access/objects.ts'
import { listAgentNames } from '#shared/access/search-matches.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import { anySelectorMatches } from '#shared/access/selector.ts'
import type { About, Question } from './question.ts'

export type Mismatch = 'action' | 'object' | 'thing'

const idColumns = {
  config: 'config_id',
  component: 'component_id',
  canary: 'canary_id',
  playbook: 'playbook_id',
  connection: 'connection_id',
} as const satisfies Record<ObjectKind, keyof Grant>

const selectorKeys: Record<ObjectKind, string> = {
  config: 'configs',
  component: 'components',
  canary: 'canaries',
  playbook: 'playbooks',
  connection: 'connections',
}

interface Condition {
  readonly kind: ObjectKind
  readonly id: string | null
  readonly selectors: unknown
}

export const listConditions = (grant: Grant): readonly Condition[] =>
  objectKinds.flatMap((kind): Condition[] => {
    const id = grant[idColumns[kind]]
    const selectors = grant.object_selector?.[selectorKeys[kind]]
    return id === null && selectors === undefined ? [] : [{ kind, id, selectors }]
  })

export const narrowsRows = ({ agents, tags }: Grant): boolean =>
  (agents !== null && agents.length > 0) || (tags !== null && Object.keys(tags).length > 0)

export const isUnread = ({ object_selector: selector }: Grant): boolean =>
  Object.keys(selector ?? {}).some((key) => !Object.values(selectorKeys).includes(key))

const isNarrowed = (grant: Grant): boolean =>
  grant.object_selector !== null || narrowsRows(grant) || listConditions(grant).length > 0

/** A grant or deny without an object has no effect. Actions of newer backends may have none. */
export const hasObject = (grant: Grant): boolean =>
  grant.object !== null || isNarrowed(grant) || /^(?:mcp|invoke):/.test(grant.action)

export const conditionHolds = ({ id, selectors }: Condition, object: ObjectAttributes): Match =>
  matchAll([
    ...(id === null ? [] : [id === object.id ? ('yes' as const) : ('no' as const)]),
    ...(selectors === undefined ? [] : [anySelectorMatches(selectors, object)]),
  ])

export const rowHolds = ({ agents, tags }: Grant, object: ObjectAttributes): Match =>
  matchAll([
    ...(agents === null || agents.length === 0
      ? []
      : [
          object.agent === undefined
            ? ('some' as const)
            : ['all', '*', ...listAgentNames(object.agent)].some((name) => agents.includes(name))
              ? ('yes' as const)
              : ('no' as const),
        ]),
    ...Object.entries(tags ?? {}).map(([key, value]): Match =>
      object.tags === undefined ? 'some' : object.tags?.[key] === String(value) ? 'yes' : 'no',
    ),
  ])

const actionMatches = (list: string, action: AccessAction, deny: boolean): Match => {
  if (action !== 'write') return matchesPatterns(list, action) ? 'yes' : 'no'
  const held = ['create', 'update', 'delete', 'write'].map((each) => matchesPatterns(list, each))
  const all = held.slice(0, 3).every(Boolean) || held[3] === true
  if (all) return 'yes'
  // Write means create, update and delete together: granting one grants none of it, denying one denies it.
  return deny && held.some(Boolean) ? 'yes' : 'no'
}

const objectMatches = (grant: Grant, kinds: readonly ObjectKind[], about: About | undefined): Match => {
  const conditions = listConditions(grant)
  const unread = grant.object_selector !== null && Object.keys(grant.object_selector).length === 0
  if (unread || conditions.some(({ kind }) => !kinds.includes(kind))) return 'no'
  const { playbook: _, connection: __, ...placed } = about ?? {}
  const objects = Object.values(placed)
  return matchAll([
    ...(isUnread(grant) ? (['some'] as const) : []),
    ...conditions.map((condition): Match => {
      if (about === undefined) return 'some'
      const object = about[condition.kind]
      return object === undefined ? 'no' : conditionHolds(condition, object)
    }),
    ...(narrowsRows(grant)
      ? [
          kinds.length === 0
            ? ('no' as const)
            : about === undefined
              ? ('some' as const)
              : matchAll(objects.length === 0 ? ['no'] : objects.map((object) => rowHolds(grant, object))),
        ]
      : []),
  ])
}

/** Ignores subject and expiry. */
export const grantMatches = (
  grant: Grant,
  { action, resource, object = resourceObjects[resource], about }: Question,
): { readonly match: Match; readonly because: Mismatch | null } => {
  const ofAction = actionMatches(grant.action, action, grant.deny)
  if (ofAction === 'no') return { match: 'no', because: 'action' }
  const kinds = objectResourceKinds[object] ?? []
  if (grant.object === null && !isNarrowed(grant)) return { match: 'no', because: 'object' }
  if (grant.object !== null && !matchesPatterns(grant.object, object)) return { match: 'no', because: 'object' }
  if (grant.object === null && !listConditions(grant).every(({ kind }) => kinds.includes(kind)))
    return { match: 'no', because: 'object' }
  const match = objectMatches(grant, kinds, about)
  return { match, because: match === 'no' ? 'thing' : null }
}
