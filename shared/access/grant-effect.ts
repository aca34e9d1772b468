import { actionsOn, areas } from '#shared/access/areas.ts'
import { decide, isAbout, type Principal, type Decision } from '#shared/access/decide.ts'
import { listConditions, grantMatches } from '#shared/access/grant-matches.ts'
import type { Grant } from '#shared/access/grant.ts'
import type { AccessObject } from '#shared/access/objects.ts'
import type { AccessAction } from '#shared/access/resources.ts'
import type { Question } from './question.ts'

export interface Effect {
  readonly action: AccessAction
  readonly object: AccessObject
  readonly inPart: boolean
}

export interface Person extends Principal {
  readonly name: string
}

export interface PersonEffect {
  readonly person: Person
  readonly gains: readonly Effect[]
  readonly loses: readonly Effect[]
}

export interface GrantChange {
  readonly before: Grant | null
  readonly after: Grant | null
}

const rank = { refused: 0, some: 1, allowed: 2 } as const

const findPartialEffect = ({ chain }: Decision, grant: Grant | null) =>
  chain.find((step) => step.kind === 'permission' && step.grant.id === grant?.id && step.inPart)?.effect

const narrowing = (grant: Grant | null): string =>
  grant === null ? '' : JSON.stringify([listConditions(grant), grant.agents, grant.tags])

const compare = (was: Decision, is: Decision, { before, after }: GrantChange) => {
  const step = rank[is.answer] - rank[was.answer]
  const inPart = was.answer === 'some' || is.answer === 'some'
  if (step !== 0) return { gains: step > 0, loses: step < 0, inPart }
  if (is.answer !== 'some') return { gains: false, loses: false, inPart }
  const [then, now] = [findPartialEffect(was, before), findPartialEffect(is, after)]
  if (then === now && narrowing(before) === narrowing(after)) return { gains: false, loses: false, inPart }
  return {
    gains: then === 'denies' || now === 'grants',
    loses: then === 'grants' || now === 'denies',
    inPart,
  }
}

const questionsAbout = (grants: readonly Grant[]): readonly (Question & { readonly object: AccessObject })[] =>
  areas
    .flatMap(({ resource, object }) => actionsOn(object).map((action) => ({ action, resource, object })))
    .filter((question) => grants.some((grant) => grantMatches(grant, question).match !== 'no'))

const addTo = (effects: Effect[], { action, object }: Omit<Effect, 'inPart'>, inPart: boolean) => {
  const at = effects.findIndex((effect) => effect.action === action && effect.object === object)
  if (at < 0) effects.push({ action, object, inPart })
  else if (!inPart) effects[at] = { action, object, inPart }
}

/**
 * Includes every person whom the permission applies to, even without an effect. `grants` are the current ones,
 * with or without the changed one.
 */
export const grantEffect = (
  people: readonly Person[],
  grants: readonly Grant[],
  change: GrantChange,
  nowMs: number,
): readonly PersonEffect[] => {
  const { before, after } = change
  const versions = [before, after].filter((grant) => grant !== null)
  const rest = grants.filter(({ id }) => versions.every((version) => version.id !== id))
  const questions = questionsAbout(versions)
  return people
    .filter((person) => versions.some((grant) => isAbout(person, grant)))
    .map((person) => {
      const own = rest.filter((grant) => isAbout(person, grant))
      const decideWith = (grant: Grant | null, question: Question) =>
        decide({ ...person, grants: grant === null ? own : [...own, grant] }, question, { nowMs })
      const gains: Effect[] = []
      const loses: Effect[] = []
      for (const question of questions) {
        const found = compare(decideWith(before, question), decideWith(after, question), change)
        if (found.gains) addTo(gains, question, found.inPart)
        if (found.loses) addTo(loses, question, found.inPart)
      }
      return { person, gains, loses }
    })
}

export const isUsed = (grant: Grant): boolean => questionsAbout([grant]).length > 0
