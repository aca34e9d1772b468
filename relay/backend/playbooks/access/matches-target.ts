import { anySelectorMatches } from '#shared/access/selector.ts'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import { getTargetSelectors } from '#relay/backend/playbooks/runs/run-environment.ts'
import { targetKinds, type Target } from '#relay/backend/playbooks/runs/targets.ts'
import { httpError, invalid } from '#relay/errors/http-error.ts'

/** False without selectors for the target's kind. */
export const matchesTarget = (spec: PlaybookSpec, target: Target): boolean => {
  const selectors = getTargetSelectors(spec)[target.kind]
  return (
    selectors.some((selector) => Object.keys(selector).length === 0) || anySelectorMatches(selectors, target) === 'yes'
  )
}

export const refusingFilter = async (spec: PlaybookSpec, environment: Environment): Promise<string | undefined> => {
  for (const filter of spec.filters ?? []) {
    try {
      const value = await evaluate({ expr: filter }, environment)
      if (value !== true && value !== 'true') return `filter ${filter} is false.`
    } catch (error) {
      return `filter ${filter} failed: ${toErrorSentence(error)}`
    }
  }
  return undefined
}

export const assertMatches = async (
  name: string,
  spec: PlaybookSpec,
  target: Target | null,
  environment: Environment,
): Promise<void> => {
  const wanted = targetKinds.filter((kind) => getTargetSelectors(spec)[kind].length > 0)
  if (target === null && wanted.length > 0) throw invalid(`${name} needs a target: choose a ${wanted.join(' or a ')}.`)
  if (target !== null && wanted.length > 0 && !matchesTarget(spec, target))
    throw invalid(`${name} does not apply to the ${target.kind} ${target.name}: no selector matches.`)
  const rejection = await refusingFilter(spec, environment)
  if (rejection !== undefined) throw httpError('internal', `Playbook validation failed: ${rejection}`)
}
