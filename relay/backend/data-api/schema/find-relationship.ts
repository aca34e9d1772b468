import { DataApiError } from '#relay/backend/data-api/api-error.ts'
import type { Embed } from '#relay/backend/data-api/query/ast.ts'
import type { Relation, Relationship, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

const only = (columns: readonly string[]): string | undefined => (columns.length === 1 ? columns[0] : undefined)

const matches = (relationship: Relationship, { relation: target, hint }: Embed): boolean => {
  const { from, to, constraint, holdsKey, junction } = relationship
  const ownColumn = only(relationship.fromColumns)
  const theirColumn = only(relationship.toColumns)
  const itself = from === to
  if (hint !== undefined) {
    if (to.name !== target) return false
    if (junction !== undefined) return junction.relation.name === hint
    return itself ? !holdsKey && theirColumn === hint : [constraint, ownColumn, theirColumn].includes(hint)
  }
  if (to.name === target && (!itself || !holdsKey)) return true
  if (to.view !== undefined || junction !== undefined) return false
  return itself ? holdsKey && ownColumn === target : ownColumn === target || constraint === target
}

const columnsText = (relation: Relation, columns: readonly string[]): string =>
  `${relation.name}(${columns.join(', ')})`

const describe = ({ junction, constraint, from, fromColumns, to, toColumns }: Relationship): string =>
  junction === undefined
    ? `${constraint} using ${columnsText(from, fromColumns)} and ${columnsText(to, toColumns)}`
    : `${junction.relation.name} using ${constraint}(${junction.fromColumns.join(', ')}) and ${junction.toConstraint}(${junction.toColumns.join(', ')})`

const hiddenObject = (schema: Schema, { name }: Relation): string | undefined => schema.hidden.relations.get(name)

/**
 * Follows PostgREST: a self-reference by name means the children. Throws PGRST200 for none and PGRST201 (status
 * 300) for several.
 */
export const findRelationship = (schema: Schema, from: Relation, embed: Embed): Relationship => {
  const found = (schema.relationships.get(from.name) ?? []).filter((relationship) => matches(relationship, embed))
  const [first, ...others] = found
  if (first === undefined) {
    const withheld = schema.hidden.relationships.get(from.name)?.find((each) => matches(each, embed))
    if (withheld !== undefined) {
      const { to, junction } = withheld
      throw new AccessDenied(hiddenObject(schema, to) ?? hiddenObject(schema, junction?.relation ?? to) ?? to.name)
    }
    const using = embed.hint === undefined ? '' : ` using the hint '${embed.hint}'`
    throw new DataApiError(
      400,
      'PGRST200',
      `Could not find a relationship between '${from.name}' and '${embed.relation}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${from.name}' and '${embed.relation}'${using} in the schema '${schema.name}', but no matches were found.`,
      },
    )
  }
  if (others.length === 0) return first
  const choices = found.map(
    ({ junction, constraint }) => `'${embed.relation}!${junction?.relation.name ?? constraint}'`,
  )
  throw new DataApiError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${from.name}' and '${embed.relation}'`,
    {
      details: found.map((relationship) => ({
        cardinality: relationship.cardinality,
        embedding: `${from.name} with ${relationship.to.name}`,
        relationship: describe(relationship),
      })),
      hint: `Try changing '${embed.relation}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}
