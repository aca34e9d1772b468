import { z } from 'zod'
import type { Principal } from '#shared/access/decide.ts'
import { objectRowSchema, objectSelects, readObject } from '#shared/access/object-row.ts'
import { isAllowed } from '#relay/is-allowed.ts'
import type { Question } from '#shared/access/question.ts'

const objectSchema = objectRowSchema.nullish()
const ofConfig = z.object({ config: objectSchema }).nullish()
const aboutSchema = z.object({
  check_id: z.string().nullish(),
  config_id: z.string().nullish(),
  component_id: z.string().nullish(),
  config_change_id: z.string().nullish(),
  config_analysis_id: z.string().nullish(),
  of_check: z.object({ canary: objectSchema }).nullish(),
  of_config: objectSchema,
  of_component: objectSchema,
  of_change: ofConfig,
  of_insight: ofConfig,
})

const { canary, config, component } = objectSelects

export const scopeColumns = [
  '',
  `of_check:checks(canary:canaries!checks_canary_id_fkey(${canary}))`,
  `of_config:config_items(${config})`,
  `of_component:components(${component})`,
  `of_change:config_changes(config:config_items(${config}))`,
  `of_insight:config_analysis(config:config_items(${config}))`,
].join(',')

type Read = Pick<Question, 'resource' | 'object' | 'about'>
const catalogItem = (item: z.infer<typeof objectSchema>): Read | null =>
  item == null ? null : { resource: 'database', object: 'catalog', about: { config: readObject('config', item) } }

const listRequiredReads = (evidence: z.infer<typeof aboutSchema>): readonly (Read | null)[] => {
  const { of_check: check, of_component: found, of_config: item, of_change: change, of_insight: insight } = evidence
  const reads: (Read | null)[] = []
  if (evidence.check_id != null)
    reads.push(
      check?.canary == null ? null : { resource: 'canaries', about: { canary: readObject('canary', check.canary) } },
    )
  if (evidence.component_id != null)
    reads.push(found == null ? null : { resource: 'topologies', about: { component: readObject('component', found) } })
  if (evidence.config_id != null) reads.push(catalogItem(item))
  if (evidence.config_change_id != null) reads.push(catalogItem(change?.config))
  if (evidence.config_analysis_id != null) reads.push(catalogItem(insight?.config))
  return reads
}

/** True only when everything that the evidence refers to is certainly readable. */
export const canSeeEvidence = (viewer: Principal, evidence: unknown): boolean => {
  const read = aboutSchema.safeParse(evidence)
  if (!read.success) return false
  return listRequiredReads(read.data).every(
    (question) => question !== null && isAllowed(viewer, { ...question, action: 'read' }),
  )
}
