import { z } from 'zod'
import { parameterSchema } from './parameter.ts'

const formats = new Set(['number', 'email', 'url', 'password', 'dns1123'])

/** Accepts any backend: a format given as type becomes the format, an unknown type becomes text. */
export const shownParameterSchema = z.preprocess((value) => {
  const known = z.looseObject({ type: z.string().nullish(), properties: z.looseObject({}).nullish() }).safeParse(value)
  if (!known.success) return value
  const { type, properties, ...rest } = known.data
  const shape = Object.keys(parameterSchema.shape)
  const fields = Object.fromEntries(Object.entries(rest).filter(([name, it]) => shape.includes(name) && it !== null))
  if (type != null && formats.has(type)) return { ...fields, properties: { ...properties, format: type } }
  const isKnown = parameterSchema.shape.type.safeParse(type ?? undefined).success
  return { ...fields, ...(isKnown && type != null && { type }), ...(properties != null && { properties }) }
}, parameterSchema)
