import { z } from 'zod'
import { booleanField, integerField, scalar } from '#shared/primitives/document-scalars.ts'

const parameterTypes = [
  'text',
  'checkbox',
  'list',
  'code',
  'people',
  'team',
  'config',
  'component',
  'check',
  'bytes',
  'millicores',
  'secret',
  'configs',
  'duration',
] as const

const text = z.string()

export const parameterSchema = z.strictObject({
  name: text.min(1),
  label: text.optional(),
  description: text.optional(),
  icon: text.optional(),
  required: booleanField.optional(),
  type: z.enum(parameterTypes).optional(),
  default: scalar.optional(),
  dependsOn: z.array(text).optional(),
  properties: z
    .looseObject({
      multiline: booleanField.optional(),
      format: text.optional(),
      min: z.union([z.number(), z.string()]).optional(),
      max: z.union([z.number(), z.string()]).optional(),
      minLength: integerField({ min: 0 }).optional(),
      maxLength: integerField({ min: 0 }).optional(),
      regex: text.optional(),
      size: text.optional(),
      colSpan: integerField({ min: 1 }).optional(),
      className: text.optional(),
      language: text.optional(),
      jsonSchemaUrl: text.optional(),
      options: z.array(z.looseObject({ label: scalar.optional(), value: scalar })).optional(),
      filter: z.array(z.looseObject({})).optional(),
      role: text.optional(),
    })
    .optional(),
})
export type PlaybookParameter = z.infer<typeof parameterSchema>
