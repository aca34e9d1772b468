import { unknownRelation } from '#relay/backend/data-api/api-error.ts'
import type { Relation, Schema } from '#relay/backend/data-api/schema/schema.ts'
import { AccessDenied } from '#relay/errors/http-error.ts'

export const getRelation = (schema: Schema, name: string): Relation => {
  const relation = schema.relations.get(name)
  if (relation !== undefined) return relation
  const object = schema.hidden.relations.get(name)
  throw object === undefined ? unknownRelation(schema.name, name) : new AccessDenied(object)
}
