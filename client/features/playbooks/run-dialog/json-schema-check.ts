import { z } from 'zod'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { CheckSpec } from '#client/ui/editor/spec-document.ts'

/**
 * What a JSON schema finds wrong with a value; undefined when the schema is not understood. Reading one needs all of the
 * library, so the build gives this module a copy of its own (`apart` in vite.config.ts).
 */
export const jsonSchemaCheck = (schema: JsonSchema): CheckSpec | undefined => {
  try {
    const parsed = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
    return (value) => parsed.safeParse(value).error?.issues ?? []
  } catch {
    return undefined
  }
}
