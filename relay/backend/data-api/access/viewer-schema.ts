import type { Viewer } from '#shared/access/viewer.ts'
import type { AccessMatrix } from '#relay/backend/data-api/access/access-line.ts'
import { readRights } from '#relay/backend/data-api/access/read-rights.ts'
import { undeniedRows } from '#relay/backend/data-api/access/row-filter.ts'
import { createShadows, shownOnly } from '#relay/backend/data-api/access/shadows.ts'
import { viewerRelation } from '#relay/backend/data-api/access/viewer-relation.ts'
import type { Column, Relation, Relationship, Routine, Schema } from '#relay/backend/data-api/schema/schema.ts'
import type { AccessObjects } from '#relay/backend/permissions/access-objects.ts'

interface ViewerSchemaOptions {
  readonly schema: Schema
  readonly matrix: AccessMatrix
  readonly viewer: Viewer
  readonly accessObjects: Pick<AccessObjects, 'all'>
  readonly nowMs: number
}

const between = (
  relations: ReadonlyMap<string, Relation>,
  { junction, ...rest }: Relationship,
): Relationship | undefined => {
  const [from, to] = [relations.get(rest.from.name), relations.get(rest.to.name)]
  if (from === undefined || to === undefined) return undefined
  if (junction === undefined) return { ...rest, from, to, junction }
  const relation = relations.get(junction.relation.name)
  return relation === undefined ? undefined : { ...rest, from, to, junction: { ...junction, relation } }
}

/**
 * Contains only what the viewer may see, with secrets masked, including views, embeds and function results.
 * A query compiled against it needs no further permission check.
 */
export const viewerSchema = async (options: ViewerSchemaOptions): Promise<Schema> => {
  const { schema, matrix } = options
  const rights = await readRights(options)
  const shadows = createShadows(schema, matrix, rights)
  const relations = new Map<string, Relation>()
  const hidden = new Map<string, string>()
  for (const [name, relation] of schema.relations) {
    const line = matrix.relation(name)
    const rows = line === undefined ? null : rights.grantedCondition(name, line)
    if (line === undefined || rows === null || rights.isDenied(line)) hidden.set(name, line?.object ?? '')
    else relations.set(name, { ...viewerRelation(relation, line), ...(rows !== undefined && { rows }) })
  }

  const ways = new Map<string, readonly Relationship[]>()
  const getRelationships = (name: string): readonly Relationship[] => {
    const known = ways.get(name)
    if (known !== undefined) return known
    const found = (schema.relationships.get(name) ?? []).flatMap(
      (relationship) => between(relations, relationship) ?? [],
    )
    ways.set(name, found)
    return found
  }

  const isHidden = (relation: string) => shadows.has(relation)
  const toViewerRoutines = (routine: Routine): Routine[] => {
    const { name, returns } = routine
    const line = matrix.function(name)
    const rows = line === undefined ? null : rights.grantedCondition(name, line)
    if (line === undefined || rows === null || rights.isDenied(line)) return []
    const { about = {}, lists = {} } = line
    const conditions = [
      ...undeniedRows({ name, about }, rights.listDenies(line)),
      ...shownOnly(about, isHidden),
      ...(rows === undefined ? [] : [rows]),
    ]
    const argumentConditions = shownOnly(line.arguments ?? {}, isHidden)
    if (returns.kind !== 'rows') return [{ ...routine, conditions, argumentConditions }]
    const answered = matrix.relation(returns.relation.name)
    const relation = answered === undefined ? returns.relation : viewerRelation(returns.relation, answered)
    const columns = new Map<string, Column>(relation.columns)
    for (const [list, without] of Object.entries(lists)) {
      const column = columns.get(list)
      if (column !== undefined && isHidden(without)) columns.set(list, { ...column, without })
    }
    return [
      { ...routine, returns: { kind: 'rows', relation: { ...relation, columns } }, conditions, argumentConditions },
    ]
  }
  return {
    ...schema,
    relations,
    relationships: { get: getRelationships },
    routines: new Map([...schema.routines].map(([name, overloads]) => [name, overloads.flatMap(toViewerRoutines)])),
    shadows,
    isPartial: rights.isPartial,
    hidden: { relations: hidden, relationships: schema.relationships },
  }
}
