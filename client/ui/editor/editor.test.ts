import { expect, test } from 'vitest'
import { readSpec } from './spec-document.ts'
import { fieldsAt, valuesAt, type JsonSchema } from './schema-fields.ts'
import { findYamlPosition } from './yaml-position.ts'

const schema: JsonSchema = {
  properties: {
    approval: { properties: { type: { enum: ['any', 'all'] } } },
    actions: {
      items: { properties: { name: { type: 'string' }, retry: { $ref: '#/$defs/retry' } } },
    },
  },
  $defs: { retry: { properties: { limit: { type: 'integer', description: 'How often' } } } },
}

const notANumber = () => [{ path: ['actions', 0, 'retry', 'limit'], message: 'must be a number' }]

test('finds the path of typed text by its indentation', () => {
  const text = 'approval:\n  type: any\nactions:\n  - name: roll\n    retry:\n      li'
  expect([
    findYamlPosition(text),
    findYamlPosition('approval:\n  type: a'),
    findYamlPosition('actions:\n  - na'),
  ]).toEqual([
    { path: ['actions', 0, 'retry'], isValue: false, word: 'li', column: 6 },
    { path: ['approval', 'type'], isValue: true, word: 'a', column: 2 },
    { path: ['actions', 0], isValue: false, word: 'na', column: 4 },
  ])
  expect(findYamlPosition('actions:\n- name: a\n  retry:\n    - x\n- name: b\n  re').path).toEqual(['actions', 1])
})

const find = (text: string) => {
  const { path, isValue, word } = findYamlPosition(text)
  return { path, isValue, word }
}

test('finds the path of text typed within brackets', () => {
  expect(find('http:\n  - { name: "a, b", labels: { te')).toEqual({
    path: ['http', 0, 'labels'],
    isValue: false,
    word: 'te',
  })
  expect(find('tcp: [{ name: a }, { name: b, endpoint: lo')).toEqual({
    path: ['tcp', 1, 'endpoint'],
    isValue: true,
    word: 'lo',
  })
  expect(find('codes: [200, 20')).toEqual({ path: ['codes', 1], isValue: true, word: '20' })
  expect(find('codes: [200] ')).toMatchObject({ path: ['codes'], isValue: true })
})

test('a field has title, description, allowed values, default, range and whether it is required, through any union', () => {
  const source: JsonSchema = {
    properties: {
      sources: {
        items: {
          anyOf: [
            {
              properties: { type: { const: 'git' }, branch: { title: 'Branch', default: 'main', type: 'string' } },
              required: ['type'],
            },
            {
              properties: { type: { const: 's3' }, depth: { $ref: '#/$defs/depth', description: 'Folders' } },
              required: ['type'],
            },
          ],
        },
      },
    },
    $defs: { depth: { type: 'integer', minimum: 1, maximum: 9 } },
  }
  const plain = { about: '', title: '', values: [], isRequired: false, fallback: null, range: null }
  expect(fieldsAt(source, ['sources', 0])).toEqual([
    { ...plain, name: 'type', type: 'enum', values: ['git', 's3'], isRequired: true },
    { ...plain, name: 'branch', type: 'string', title: 'Branch', fallback: 'main' },
    { ...plain, name: 'depth', type: 'integer', about: 'Folders', range: '1 to 9' },
  ])
  const names = (value: unknown) => fieldsAt(source, ['sources', 1], value).map(({ name }) => name)
  expect(names({ sources: [{ type: 'git' }, { type: 's3' }] })).toEqual(['type', 'depth'])
})

test('lists fields and values of a path in a schema, following references', () => {
  expect([fieldsAt(schema, ['actions', 0, 'retry']), valuesAt(schema, ['approval', 'type'])]).toEqual([
    [expect.objectContaining({ name: 'limit', type: 'integer', about: 'How often' })],
    ['any', 'all'],
  ])
})

test('reports a document that does not parse with its line', () => {
  expect(readSpec('a: 1\nb: [').diagnostics.map(({ line }) => line)).toEqual([2])
})

test('reports a check error on the line of its key', () => {
  const text = 'actions:\n  - name: roll\n    retry:\n      limit: many\n'
  expect(readSpec(text, notANumber).diagnostics).toEqual([{ from: 41, to: 46, line: 4, message: 'must be a number' }])
})

test('reports unresolved and exploding aliases as errors instead of crashing', () => {
  const levels = Array.from({ length: 12 }, (_, at) =>
    at === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]' : `a${at}: &a${at} [${`*a${at - 1},`.repeat(9)}]`,
  )
  expect(readSpec(levels.join('\n')).diagnostics.map(({ line, message }) => [line, message])).toEqual([
    [1, 'Excessive alias count indicates a resource exhaustion attack'],
  ])
  expect(readSpec('a: &known 1\nb: *known\nc: *missing\nd: *gone').diagnostics.map(({ line }) => line)).toEqual([3])
})
