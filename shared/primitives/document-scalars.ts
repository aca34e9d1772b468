import { z } from 'zod'

export const scalar = z.union([z.string(), z.number(), z.boolean()])
/** Documents leave out quotes where YAML then reads a number or a boolean. */
export const scalarText = scalar.transform(String)

export const filledText = z.string().refine((value) => value.trim() !== '', 'must not be empty')

const notBoolean = 'must be true or false'

/** Documents often quote booleans and numbers (`"true"`, `"3"`): both forms mean the same. */
export const booleanField = z
  .union([z.boolean(), z.string().regex(/^(?:true|false)$/i, notBoolean)], { error: notBoolean })
  .transform((value) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true'))

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

interface Bounds {
  readonly min?: number
  readonly max?: number
}

const inBounds = (value: number, { min = -Infinity, max = Infinity }: Bounds): boolean => value >= min && value <= max

const boundsLabel = ({ min, max }: Bounds): string => {
  if (min === undefined) return ''
  return max === undefined ? ` of at least ${min}` : ` from ${min} to ${max}`
}

const field = (noun: string, bounds: Bounds, isValid: (value: number) => boolean) => {
  const error = `must be ${noun}${boundsLabel(bounds)}`
  return z
    .union([z.number(), z.string()], { error })
    .transform((value) => (typeof value === 'number' ? value : toNumber(value)))
    .refine((value) => isValid(value) && inBounds(value, bounds), error)
}

export const numberField = (bounds: Bounds = {}) => field('a number', bounds, Number.isFinite)
export const integerField = (bounds: Bounds = {}) => field('an integer', bounds, Number.isInteger)
