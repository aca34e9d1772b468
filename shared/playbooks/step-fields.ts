import { z } from 'zod'
import { booleanField } from '#shared/primitives/document-scalars.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'

const notFlag = 'must be true or false, or a template'
/** Templates are filled before a step runs, and the result is parsed again. */
export const flag = z.union([booleanField, z.string().refine(hasTemplate, notFlag)], { error: notFlag })
/** Published fields that every run would ignore or fail at: `findUnavailable` has the reasons. */
export const unavailable = z.unknown().optional()
