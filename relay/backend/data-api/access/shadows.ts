import type { About, AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import type { ReadRights } from '#relay/backend/data-api/access/read-rights.ts'
import { undeniedRows } from '#relay/backend/data-api/access/row-filter.ts'
import type { RowCondition } from '#relay/backend/data-api/schema/row-condition.ts'
import type { Schema, Shadow } from '#relay/backend/data-api/schema/schema.ts'

const toTargets = (target: About[string]): readonly string[] => (typeof target === 'string' ? [target] : target)

export const shownOnly = (about: About, isHidden: (relation: string) => boolean): RowCondition[] =>
  Object.entries(about).flatMap(([name, target]) => {
    const [column = '', key] = name.split('->>')
    const relations = toTargets(target).filter(isHidden)
    return relations.length === 0
      ? []
      : [{ kind: 'shown' as const, column, relations, ...(key !== undefined && { key }) }]
  })

/** Ordered by dependency. A row about something hidden is hidden too. */
export const createShadows = (
  schema: Schema,
  matrix: AccessMatrix,
  rights: ReadRights,
): ReadonlyMap<string, Shadow> => {
  const shadows = new Map<string, Shadow>()
  if (!rights.isPartial) return shadows
  const visited = new Set<string>()
  const visit = (name: string): void => {
    const relation = schema.relations.get(name)
    const line = matrix.relation(name)
    if (visited.has(name) || relation === undefined || line === undefined) return
    visited.add(name)
    const { about = {} } = line
    const needs = relation.view?.needs ?? []
    for (const other of [...needs, ...Object.values(about).flatMap(toTargets)]) visit(other)
    const isHidden = (other: string) => other !== name && shadows.has(other)
    const conditions: readonly RowCondition[] = rights.deniedTables.has(name)
      ? [{ kind: 'none' }]
      : [...undeniedRows({ name, about }, rights.listDenies(line)), ...shownOnly(about, isHidden)]
    const made = needs.filter(isHidden)
    if (conditions.length > 0 || made.length > 0) shadows.set(name, { relation, conditions, needs: made })
  }
  for (const name of schema.relations.keys()) visit(name)
  return shadows
}
