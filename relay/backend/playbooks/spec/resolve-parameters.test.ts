import { expect, test } from 'vitest'
import { parameterSchema } from '#shared/playbooks/parameter.ts'
import { resolveParameters, shownParameters, type ResolveParams } from './resolve-parameters.ts'

const parameters = [
  { name: 'replicas', type: 'text', default: '3', properties: { format: 'number', min: 1, max: 10 } },
  { name: 'reason', label: 'Reason', required: true },
  { name: 'note' },
].map((each) => parameterSchema.parse(each))
const asTexts: ResolveParams = async (values) => values
const asRows: ResolveParams = async (values) => ({ ...values, machine: { name: 'm1', config: { rack: 'm1-r7' } } })
const resolve = (input: Readonly<Record<string, string>>) => resolveParameters(parameters, input, {}, asTexts)

test('uses the default, or an empty text, for missing values', async () => {
  expect(await resolve({ reason: 'disk' })).toEqual({ replicas: '3', reason: 'disk', note: '' })
})

test('an empty value replaces the default', async () => {
  expect(await resolve({ reason: 'disk', replicas: '' })).toMatchObject({ replicas: '' })
})

test.each([
  [{}, 'The parameter Reason is required.'],
  [{ reason: '' }, 'The parameter Reason is required.'],
  [{ reason: ' \t' }, 'The parameter Reason is required.'],
  [{ reason: 'x', size: '1' }, 'Unknown parameter size. The playbook has the parameters replicas, reason, note.'],
  [
    { reason: 'x', constructor: '1' },
    'Unknown parameter constructor. The playbook has the parameters replicas, reason, note.',
  ],
  [{ reason: 'x', replicas: 'many' }, 'Invalid parameter replicas. This field must be a number.'],
  [{ reason: 'x', replicas: '0' }, 'Invalid parameter replicas. Must be at least 1.'],
  [{ reason: 'x', replicas: '11' }, 'Invalid parameter replicas. Must be at most 10.'],
])('%j is rejected', async (input, message) => {
  await expect(resolve(input)).rejects.toMatchObject({ status: 400, message })
})

test.each(['1', '10'])('the bound %s is allowed', async (replicas) => {
  expect(await resolve({ reason: 'x', replicas })).toMatchObject({ replicas })
})

test('a playbook without parameters accepts none', async () => {
  expect(await resolveParameters(undefined, {}, {}, asTexts)).toEqual({})
  await expect(resolveParameters(undefined, { a: '1' }, {}, asTexts)).rejects.toMatchObject({
    message: 'Unknown parameter a. The playbook has no parameters.',
  })
})

const size = (type: string, properties: object) => [parameterSchema.parse({ name: 'size', type, properties })]

test.each([
  ['bytes', { min: '1Gi' }, '512Mi', 'Must be at least 1Gi'],
  ['bytes', { max: '1Gi' }, '2048Mi', 'Must be at most 1Gi'],
  ['millicores', { max: '1000m' }, '1001m', 'Must be at most 1000m'],
  ['text', { format: 'bytes', max: '1Ti' }, '1025Gi', 'Must be at most 1Ti'],
  ['text', { maxLength: 1 }, '👍👍', 'Must have at most 1 characters'],
  ['list', { options: [{ label: 'own', value: '{{.config.name}}' }] }, 'other', 'Must be one of web'],
])('%s with %j rejects %s', async (type, properties, value, reason) => {
  await expect(
    resolveParameters(size(type, properties), { size: value }, { config: { name: 'web' } }, asTexts),
  ).rejects.toMatchObject({ message: `Invalid parameter size. ${reason}.` })
})

test.each([
  ['bytes', { min: '1Gi', max: '2Ti' }, '1024Mi'],
  ['millicores', { min: '100m' }, '100m'],
  ['text', { maxLength: 1 }, '👍'],
  ['list', { options: [{ label: 'own', value: '{{.config.name}}' }] }, 'web'],
])('%s with %j accepts %s', async (type, properties, value) => {
  const environment = { config: { name: 'web' } }
  expect(await resolveParameters(size(type, properties), { size: value }, environment, asTexts)).toEqual({
    size: value,
  })
})

test('never shows the default of a secret parameter', async () => {
  const secret = parameterSchema.parse({ name: 'token', type: 'secret', default: 'abc' })
  expect(await shownParameters([...parameters.slice(0, 1), secret], {}, {}, asTexts)).toMatchObject([
    { name: 'replicas', default: '3' },
    { name: 'token' },
  ])
  expect(JSON.stringify(await shownParameters([secret], {}, {}, asTexts))).not.toContain('abc')
})

test('defaults and properties read the resource that an earlier parameter names', async () => {
  const named = [
    { name: 'machine', type: 'config' },
    { name: 'rack', default: '{{.params.machine.config.rack}}', properties: { regex: '^{{.params.machine.name}}' } },
  ].map((each) => parameterSchema.parse(each))
  const id = '0190f000-0000-7000-8000-000000000001'
  expect(await shownParameters(named, { machine: id }, {}, asRows)).toMatchObject([
    { name: 'machine' },
    { name: 'rack', default: 'm1-r7', properties: { regex: '^m1' } },
  ])
  const own = named.map(({ properties: _properties, ...rest }) => rest)
  expect(await resolveParameters(own, { machine: id }, {}, asRows)).toEqual({ machine: id, rack: 'm1-r7' })
})

test.each([
  ['yes', 'true'],
  ['Off', 'false'],
  ['True', 'true'],
  ['{{ .params.word }}', 'true'],
])('a checkbox that is %s by default has the value %s', async (byDefault, expected) => {
  const own = [
    { name: 'word', default: 'on' },
    { name: 'box', type: 'checkbox' as const, default: byDefault },
  ]
  expect(await resolveParameters(own, {}, {}, asTexts)).toEqual({ word: 'on', box: expected })
})
