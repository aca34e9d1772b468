import { z } from 'zod'
import { findFeature } from '#shared/settings/feature-flags.ts'

const required = 'This field is required'

export const propertySchema = (taken: ReadonlySet<string>) =>
  z
    .object({
      name: z
        .string()
        .min(1, required)
        .regex(/^[^\s=,]{1,200}$/, 'Names have no spaces, commas or equals signs, and at most 200 characters.')
        .refine((name) => !taken.has(name), 'This property already exists. Change that one.'),
      value: z.string().trim().min(1, required),
    })
    .refine(({ name, value }) => value === '' || findFeature(name) === null || /^(?:true|false)$/.test(value), {
      path: ['value'],
      message: 'Use true to turn a feature off, false to turn it on.',
    })
