import { z } from 'zod'

/** Says of a field of a schema that what it holds is secret: it is sealed in the database and never shown. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ secret: true })

/** Schemas of one place of a value: several where it may be of several kinds. */
export type Schemas = readonly unknown[]

const unwrapSchema = (schema: unknown): Schemas => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()]
  if (schema instanceof z.ZodPipe) return [schema.in]
  if (schema instanceof z.ZodUnion) return schema.options
  return []
}

const unfolded = (schemas: Schemas): Schemas => schemas.flatMap((schema) => [schema, ...unfolded(unwrapSchema(schema))])

export const isMarked = (schemas: Schemas): boolean =>
  unfolded(schemas).some((schema) => schema instanceof z.ZodType && schema.meta()?.['secret'] === true)

/** The schemas of a member of such a value. */
export const listMemberSchemas = (schemas: Schemas, step: string | number): Schemas =>
  unfolded(schemas).flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element]
    if (schema instanceof z.ZodRecord) return [schema.valueType]
    if (!(schema instanceof z.ZodObject)) return []
    const shape: Readonly<Record<string, unknown>> = schema.shape
    return Object.hasOwn(shape, step) ? [shape[step]] : []
  })
