import { NotPermitted, unknownRelation } from '#relay/backend/data-api/api-error.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'

/** The relation of a name. Throws 42P01 when there is none, and the refusal when it is not for who asks. */
export const getRelation = (schema: Schema, name: string): Relation => {
  const relation = schema.relations.get(name)
  if (relation !== undefined) return relation
  const object = schema.hidden.relations.get(name)
  throw object === undefined ? unknownRelation(schema.name, name) : new NotPermitted(object)
}
