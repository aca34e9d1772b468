import { expect, test } from 'vitest'
import { fieldKey, toForm, parametersSchema } from './parameter-form.ts'

const names = ['reason', 'a.b', 'a_b', 'a[0]', 'a_2e_b', "it's", '__proto__', 'constructor', '0', 'größe', '']

test('each parameter gets a unique field name without path characters', () => {
  const keys = names.map(fieldKey)
  expect(keys.filter((key) => !/^p\w*$/.test(key))).toEqual([])
  expect(new Set(keys).size).toBe(names.length)
  expect(toForm({ 'a.b': 'x' })).toEqual({ [fieldKey('a.b')]: 'x' })
})

test('each parameter is validated by its own rule, with its default when untouched', () => {
  const schema = parametersSchema([
    { name: 'a.b', required: true },
    { name: '__proto__', required: true },
    { name: 'batch', default: 'two', properties: { format: 'number' } },
  ])
  const listErrors = (typed: Record<string, string>) =>
    (schema.safeParse(toForm(typed)).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])
  expect(listErrors({})).toEqual([
    [fieldKey('a.b'), 'This field is required'],
    [fieldKey('__proto__'), 'This field is required'],
    ['pbatch', 'This field must be a number'],
  ])
  expect(listErrors({ 'a.b': 'x', ['__proto__']: 'y', batch: '2' })).toEqual([])
})
