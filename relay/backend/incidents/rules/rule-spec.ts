import { z } from 'zod'
import { booleanField, integerField } from '#shared/primitives/document-scalars.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { incidentSeverities, incidentTypes } from '#shared/incidents/incident-values.ts'
import { filledSelectorSchema } from '#shared/resources/document-selector.ts'
import { readIncidentSeverity, readIncidentStatus, readIncidentType, withMeantSeverities } from './value-aliases.ts'

const nanosPerMs = 1_000_000
const texts = z.array(z.string().max(200)).max(100)
const selectors = z.array(filledSelectorSchema).max(50)

/** The schema of the document lists the values, which a preprocessed one would leave out. */
const word = <const Values extends readonly string[]>(read: (value: unknown) => unknown, values: Values) =>
  z.preprocess(read, z.enum(values).optional()).meta({ enum: [...values] })

/** `10m`, or nanoseconds as a number. Parsed to milliseconds. */
const span = z.union([z.number().nonnegative(), z.string()]).transform((input, context) => {
  const ms = typeof input === 'number' ? input / nanosPerMs : parseDuration(input)
  if (ms !== null) return ms
  context.addIssue({
    code: 'custom',
    message: `must be a duration such as 30s, 10m or 4h, got ${JSON.stringify(input)}`,
  })
  return z.NEVER
})

const timeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'must be a time of day such as 09:00')
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return hours * 60 + minutes
  })

/** `24:00` is the midnight at which a day ends. */
const endOfDay = z.preprocess((text) => (text === '24:00' || text === '24:00:00' ? '00:00' : text), timeOfDay)

const after = z.strictObject({ timeout: span })
const responder = z.record(z.string(), z.unknown())
const responders = z.array(responder).max(20).optional()

export const ruleSpecSchema = z.strictObject({
  name: z.string().optional(),
  components: selectors.optional(),
  checks: selectors.optional(),
  configs: selectors.optional(),
  filter: z
    .strictObject({
      status: texts.optional(),
      severity: texts.transform(withMeantSeverities).optional(),
      category: texts.optional(),
      age: span.optional(),
      expr: z.string().max(10_000).optional(),
    })
    .optional(),
  template: z
    .strictObject({
      title: z.string().max(1_000).optional(),
      description: z.string().max(20_000).optional(),
      type: word(readIncidentType, incidentTypes).optional(),
      status: word(readIncidentStatus, ['new', 'open', 'investigating']).optional(),
      severity: word(readIncidentSeverity, incidentSeverities).optional(),
      created_by: idSchema.optional(),
      commander_id: idSchema.optional(),
      communicator_id: idSchema.optional(),
    })
    .optional(),
  autoAssignOwner: booleanField.optional(),
  priority: integerField().optional(),
  breakOnMatch: booleanField.optional(),
  hoursOfOperation: z
    .array(z.strictObject({ start: timeOfDay, end: endOfDay, negate: booleanField.optional() }))
    .max(20)
    .optional(),
  autoClose: after.optional(),
  autoResolve: after.optional(),
  responders: z
    .strictObject({
      email: responders,
      jira: responders,
      slack: responders,
      aws: responders,
      ams: responders,
      gcp: responders,
      servicenow: responders,
      teams: responders,
      teamsUser: responders,
      github: responders,
    })
    .optional(),
})
export type RuleSpec = z.infer<typeof ruleSpecSchema>
