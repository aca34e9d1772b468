import { expect, test } from 'vitest'
import { parameterSchema, type PlaybookParameter } from '#shared/playbooks/parameter.ts'
import {
  findFieldError,
  formatMillicores,
  splitBytes,
  getValue,
  wireValues,
} from '#shared/playbooks/parameter-value.ts'

const text = (
  properties: PlaybookParameter['properties'],
  more: Partial<PlaybookParameter> = {},
): PlaybookParameter => ({
  name: 'p',
  properties,
  ...more,
})
const findError = (parameter: PlaybookParameter, value: string) => findFieldError(parameter, { p: value })
const number = 'This field must be a number'

test('a parameter has name, label, type, default and properties [PLAY-23]', () => {
  const parameter = { name: 'p', label: 'P', type: 'text', default: 'x', properties: { size: 'large' } }
  expect(parameterSchema.parse(parameter)).toEqual(parameter)
  expect(parameterSchema.safeParse({ label: 'P' }).success).toBe(false)
})

test('properties of a parameter are read by their kind [PLAY-24]', () => {
  const properties = {
    size: 'large',
    language: 'yaml',
    jsonSchemaUrl: '/api/schemas/canary.spec.schema.json',
    options: [{ label: 'One', value: '1' }],
    filter: [{ types: ['Kubernetes::Pod'] }],
    multiline: true,
    maxLength: 9,
    minLength: 2,
    regex: '^a',
    format: 'number',
    min: 1,
    max: 6,
  }
  expect(parameterSchema.parse({ name: 'p', properties }).properties).toEqual(properties)
  expect(parameterSchema.safeParse({ name: 'p', properties: { multiline: 'yes' } }).success).toBe(false)
})

test('a required field must not be empty', () => {
  expect([findError(text({}, { required: true }), ' '), findError(text({}), '')]).toEqual([
    'This field is required',
    null,
  ])
})

test.each([
  ['min', text({ min: 2 }), '1', 'Must be at least 2', '2'],
  ['max', text({ max: 6 }), '7', 'Must be at most 6', '6'],
  ['minLength', text({ minLength: 3 }), 'ab', 'Must have at least 3 characters', 'abc'],
  ['maxLength', text({ maxLength: 3 }), 'abcd', 'Must have at most 3 characters', 'abc'],
  ['regex', text({ regex: '^v\\d+$' }), 'x1', 'Must match ^v\\d+$', 'v1'],
])('a text is validated by %s [PLAY-26,PLAY-27,PLAY-28,PLAY-29,PLAY-30]', (_rule, parameter, invalid, error, right) => {
  expect([findError(parameter, invalid), findError(parameter, right)]).toEqual([error, null])
})

test('bytes are a number with Mi, Gi or Ti, and Mi by default [PLAY-31]', () => {
  for (const parameter of [text({ format: 'bytes' }), text({}, { type: 'bytes' })])
    expect(['512Mi', '1Gi', '2Ti', '5Ki', 'Mi'].map((value) => findError(parameter, value) === null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  expect([splitBytes('512'), splitBytes('2Gi'), splitBytes('')]).toEqual([
    { amount: '512', unit: 'Mi' },
    { amount: '2', unit: 'Gi' },
    { amount: '', unit: 'Mi' },
  ])
})

test('millicores are a number with the suffix m [PLAY-32]', () => {
  const parameter = text({ format: 'millicores' })
  expect(['500m', '500', 'am'].map((value) => findError(parameter, value) === null)).toEqual([true, false, false])
  expect([formatMillicores('250'), formatMillicores('')]).toEqual(['250m', ''])
})

test('dns1123 accepts lower-case a-z, 0-9, - and . [PLAY-33]', () => {
  const parameter = text({ format: 'dns1123' })
  expect(['Ab_c', 'a-b.c', '-a'].map((value) => findError(parameter, value) === null)).toEqual([false, true, false])
})

test('a number field must be a number [PLAY-34]', () => {
  const parameter = text({ format: 'number' })
  expect(['two', '2', '-1.5', '1e'].map((value) => findError(parameter, value))).toEqual([number, null, null, number])
})

test('a field starts with its default, and input takes precedence [PLAY-25]', () => {
  const parameter = text({}, { default: 5 })
  expect([
    getValue(parameter, {}),
    getValue(parameter, { p: '' }),
    getValue(text({}, { type: 'checkbox' }), {}),
  ]).toEqual(['5', '', 'false'])
})

test('sends only strings, and a cleared default as an empty string', () => {
  const parameters: PlaybookParameter[] = [
    { name: 'count', default: 3 },
    { name: 'on', type: 'checkbox', default: true },
    { name: 'note' },
    { name: 'emptied', default: 'x' },
  ]
  expect(wireValues(parameters, { emptied: '' })).toEqual({ count: '3', on: 'true', emptied: '' })
})

test.each(['constructor', '__proto__', 'toString'])('a parameter can have the name %s', (name) => {
  expect(getValue({ name, default: 'set' }, {})).toBe('set')
  expect(findFieldError({ name, required: true }, {})).toBe('This field is required')
  expect(getValue({ name }, Object.fromEntries([[name, 'typed']]))).toBe('typed')
})
