import { z } from 'zod'
import { booleanField, scalar } from '#shared/primitives/document-scalars.ts'

const text = z.string()
const keyRef = z.strictObject({ name: text, key: text, optional: booleanField.optional() })

const valueFromKeys = ['secretKeyRef', 'configMapKeyRef', 'helmRef', 'serviceAccount'] as const
export const valueFrom = z
  .strictObject({
    secretKeyRef: keyRef.optional(),
    configMapKeyRef: keyRef.optional(),
    helmRef: keyRef.omit({ optional: true }).optional(),
    serviceAccount: text.optional(),
  })
  .refine((from) => valueFromKeys.filter((key) => from[key] !== undefined).length === 1, {
    message: `needs exactly one of ${valueFromKeys.join(', ')}`,
  })
/** A literal, or a file of RESOURCES_DIR (`.secrets/<name>/<key>`, `.config/<name>/<key>`). */
export const valueSourceSchema = z.union([
  scalar,
  z.strictObject({ name: text.optional(), value: scalar.optional(), valueFrom: valueFrom.optional() }),
])
