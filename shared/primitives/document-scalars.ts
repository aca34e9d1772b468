import { z } from 'zod'

/** Documents often quote booleans and numbers (`"true"`, `"3"`): both forms mean the same. */
export const booleanField = z
  .union([z.boolean(), z.string().regex(/^(?:true|false)$/i)], { error: 'must be true or false' })
  .transform((value) => value === true || (typeof value === 'string' && value.toLowerCase() === 'true'))

const toNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

interface Bounds {
  readonly min?: number
  readonly max?: number
}

const inBounds = (value: number, { min = -Infinity, max = Infinity }: Bounds): boolean => value >= min && value <= max

const boundsLabel = ({ min, max }: Bounds): string =>
  min === undefined || max === undefined ? (min === undefined ? '' : ` of at least ${min}`) : ` from ${min} to ${max}`

export const numberField = (bounds: Bounds = {}) =>
  z
    .union([z.number(), z.string()])
    .transform((value) => (typeof value === 'number' ? value : toNumber(value)))
    .refine((value) => Number.isFinite(value) && inBounds(value, bounds), `must be a number${boundsLabel(bounds)}`)

export const integerField = (bounds: Bounds = {}) =>
  numberField(bounds).refine((value) => Number.isInteger(value), `must be an integer${boundsLabel(bounds)}`)
