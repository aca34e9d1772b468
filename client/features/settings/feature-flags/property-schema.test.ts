import { expect, test } from 'vitest'
import { propertySchema } from './property-schema.ts'

const schema = propertySchema(new Set(['logs.disable']))

test.each([
  [{ name: 'health.disable', value: 'true' }, []],
  [{ name: 'check.status.retention.days', value: '7' }, []],
  [{ name: '', value: ' ' }, ['name: This field is required', 'value: This field is required']],
  [{ name: 'a b', value: 'x' }, ['name: Names have no spaces, commas or equals signs, and at most 200 characters.']],
  [{ name: 'logs.disable', value: 'true' }, ['name: This property already exists. Change that one.']],
  [{ name: 'health.disable', value: 'TRUE' }, ['value: Use true to turn a feature off, false to turn it on.']],
])('validates %j with the errors %j', (change, errors) => {
  const messages = new Map<string, string>()
  for (const { path, message } of schema.safeParse(change).error?.issues ?? [])
    if (!messages.has(path.join('.'))) messages.set(path.join('.'), message)
  expect([...messages].map(([field, message]) => `${field}: ${message}`)).toEqual(errors)
})
