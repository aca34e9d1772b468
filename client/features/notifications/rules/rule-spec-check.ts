import { z } from 'zod'
import { ruleSpecSchema } from '#shared/notifications/rule-spec.ts'
import { parseDuration } from '#shared/primitives/duration.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import type { SpecError } from '#client/ui/editor/spec-document.ts'
import { recipientIn } from './rule-recipient.ts'

export const ruleJsonSchema = z.toJSONSchema(ruleSpecSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

export const isGroupKey = (key: string): boolean => /^((label|tag):.+|[a-z_]+)$/.test(key)

const required = 'This field is required'
const time = 'Enter a duration such as 30s, 5m, 4h or 1d'
const times: ReadonlySet<unknown> = new Set(['wait_for', 'wait_for_eval_period', 'fallback_delay'])

const findSchemaErrors = (value: unknown): readonly SpecError[] =>
  (ruleSpecSchema.safeParse(value).error?.issues ?? []).flatMap((issue): readonly SpecError[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: `Unknown field “${key}”` }))
      : [{ path: issue.path, message: times.has(issue.path[0]) ? time : issue.message }],
  )

const findRecipientErrors = (spec: Readonly<Record<string, unknown>>): readonly SpecError[] => {
  const { kind, to } = recipientIn(spec)
  if (to === '') return [{ path: ['to'], message: required }]
  return kind === 'url' && !URL.canParse(to) && to !== '***'
    ? [
        {
          path: ['custom_services', 0, 'url'],
          message: 'Enter a URL such as https://hooks.example.org/… or smtp://…',
        },
      ]
    : []
}

export const checkRuleSpec = (value: unknown): readonly SpecError[] => {
  const schemaErrors = findSchemaErrors(value)
  if (!isMap(value)) return schemaErrors
  const { events, repeat_interval: repeat, group_by: groups } = value
  return [
    ...schemaErrors,
    ...(Array.isArray(events) && events.length === 0
      ? [{ path: ['events'], message: 'Choose at least one event' }]
      : []),
    ...findRecipientErrors(value),
    ...(typeof repeat === 'string' && parseDuration(repeat) === null
      ? [{ path: ['repeat_interval'], message: time }]
      : []),
    ...(Array.isArray(groups) && !groups.every((key) => typeof key === 'string' && isGroupKey(key))
      ? [{ path: ['group_by'], message: 'Use names such as type, label:app or tag:cluster' }]
      : []),
  ]
}
