import { z } from 'zod'

export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ secret: true })

export type Schemas = readonly unknown[]

const markedBy = new WeakMap<object, z.ZodType>()

/** For a schema that parses its input later: secrets are where `marked` has them. */
export const copyMarks = <Schema extends z.ZodType>(marked: z.ZodType, schema: Schema): Schema => {
  markedBy.set(schema, marked)
  return schema
}

const unwrapSchema = (schema: unknown): Schemas => {
  const marked = schema instanceof z.ZodType ? markedBy.get(schema) : undefined
  if (marked !== undefined) return [marked]
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return [schema.unwrap()]
  if (schema instanceof z.ZodPipe) return [schema.in]
  if (schema instanceof z.ZodUnion) return schema.options
  return []
}

const unfolded = (schemas: Schemas): Schemas => schemas.flatMap((schema) => [schema, ...unfolded(unwrapSchema(schema))])

export const isMarked = (schemas: Schemas): boolean =>
  unfolded(schemas).some((schema) => schema instanceof z.ZodType && schema.meta()?.['secret'] === true)

export const listMemberSchemas = (schemas: Schemas, step: string | number): Schemas =>
  unfolded(schemas).flatMap((schema) => {
    if (schema instanceof z.ZodArray) return [schema.element]
    if (schema instanceof z.ZodRecord) return [schema.valueType]
    if (!(schema instanceof z.ZodObject)) return []
    const shape: Readonly<Record<string, unknown>> = schema.shape
    return Object.hasOwn(shape, step) ? [shape[step]] : []
  })
