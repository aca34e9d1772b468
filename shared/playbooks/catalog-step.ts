import { z } from 'zod'
import { filledText, scalarText } from '#shared/primitives/document-scalars.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'

const text = z.string()
const healths = ['healthy', 'unhealthy', 'warning', 'unknown'] as const
const isHealth = (value: string): boolean => hasTemplate(value) || healths.some((health) => health === value)
const labels = z.record(z.string(), scalarText).optional()

/** Saves a config item: type and name identify it. */
export const catalogStep = z.strictObject({
  name: filledText.max(500),
  /** Id, `namespace/name` or name. */
  scraper: filledText,
  type: filledText.max(100),
  config_class: text.optional(),
  /** A JSON document, usually of a template. */
  config: z.union([text, z.record(z.string(), z.unknown())]).optional(),
  health: text.refine(isHealth, `must be one of ${healths.join(', ')}`).optional(),
  status: text.optional(),
  tags: labels,
  labels,
})
export type CatalogStep = z.infer<typeof catalogStep>
