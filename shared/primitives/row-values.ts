import { z } from 'zod'

/** Columns that may be null, and that a production backend may leave out. */
export const nullableText = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const nullableNumber = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

export const textOrEmpty = z
  .string()
  .nullish()
  .transform((value) => value ?? '')

export const numberOrZero = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
