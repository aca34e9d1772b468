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
    { path: ['actions', 0, 'retry'], isValue: false, word: 'li' },
    { path: ['approval', 'type'], isValue: true, word: 'a' },
    { path: ['actions', 0], isValue: false, word: 'na' },
  ])
  expect(findYamlPosition('actions:\n- name: a\n- name: b\n  re').path).toEqual(['actions', 0])
})

test('lists fields and values of a path in a schema, following references', () => {
  expect([fieldsAt(schema, ['actions', 0, 'retry']), valuesAt(schema, ['approval', 'type'])]).toEqual([
    [{ name: 'limit', type: 'integer', about: 'How often' }],
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
