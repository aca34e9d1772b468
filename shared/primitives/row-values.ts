import { z } from 'zod'

/** A column that may be null, and that a production backend may leave out. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null)

export const nullableText = orNull(z.string())

export const nullableNumber = orNull(z.number())

export const nullableCount = orNull(z.int().nonnegative())

const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

/** Null also for text that is no time, such as a range. */
export const nullableMoment = nullableText.transform((text) => (text !== null && isMoment(text) ? text : null))

export const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

export const numberOrZero = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)

/** The list to select, for a schema whose fields are columns of their own. */
export const listColumns = ({ shape }: z.ZodObject): string => Object.keys(shape).join(',')
