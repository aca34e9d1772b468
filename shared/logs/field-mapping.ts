import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'

const names = z.array(filledText).optional()

/** For each field of a line, the names under which a log backend may have it; the first with a value counts. */
export const fieldMapping = z.strictObject({
  id: names,
  message: names,
  timestamp: names,
  severity: names,
  host: names,
  source: names,
  ignore: names,
})
export type FieldMapping = z.infer<typeof fieldMapping>
