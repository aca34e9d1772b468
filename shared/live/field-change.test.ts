import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameJson } from '#shared/primitives/same-json.ts'
import { findFieldChange, fieldChangeSchema, withFieldChange } from './field-change.ts'

const check = { id: 'a', name: 'home', status: 'healthy', labels: { team: 'web' }, ms: [5, 6, 7], message: 'ok' }

test('describes a row by its few changed fields, and a list by removed and added items', () => {
  expect(findFieldChange('a', check, { ...check, message: 'slow', ms: [6, 7, 9] })).toEqual([
    'a',
    { message: 'slow' },
    { ms: [1, 9] },
  ])
  expect(findFieldChange('a', check, { ...check, ms: [5, 6, 7, 8] })).toEqual(['a', {}, { ms: [0, 8] }])
  expect(findFieldChange('a', check, { ...check, ms: [6, 7] })).toEqual(['a', {}, { ms: [1] }])
  expect(findFieldChange('a', check, { ...check, labels: { team: 'ops' }, ms: [1] })).toEqual([
    'a',
    { labels: { team: 'ops' }, ms: [1] },
    {},
  ])
})

test.each([
  ['most of it changed', check, { ...check, name: 'x', status: 'y', message: 'z' }],
  ['a field is gone', check, { id: 'a', name: 'home', status: 'healthy', labels: { team: 'web' }, ms: [5, 6, 7] }],
  ['it was no row before', undefined, check],
  ['it is none now', check, 'gone'],
])('sends the whole row when %s', (_why, before, after) => {
  expect(findFieldChange('a', before, after)).toBeNull()
})

test.each([
  ['something that is no row', null],
  ['a list that is shorter than what went of it', { ...check, ms: [] }],
  ['a field that is not a list', { ...check, ms: 'five' }],
])('a change does not apply to %s', (_description, row) => {
  expect(withFieldChange(row, ['a', {}, { ms: [1, 9] }])).toBeNull()
})

const fieldNames = ['a', 'b', 'c', 'd', 'e', 'f']
const list = fc.array(fc.oneof(fc.nat(3), fc.constant(null)), { maxLength: 12 })
const someRow = fc.record(
  Object.fromEntries(
    fieldNames.map((name) => [name, fc.oneof(fc.nat(2), list, fc.dictionary(fc.constantFrom('x', 'y'), fc.nat(2)))]),
  ),
)
const window = fc.record({ before: list, gone: fc.nat(10), came: list })

test('any change leads from one row to the other after serialization', () => {
  fc.assert(
    fc.property(
      someRow,
      fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(fc.nat(2), list)),
      window,
      (row, other, moves) => {
        const before = { ...row, c: moves.before }
        const after = { ...row, ...other, c: [...moves.before.slice(moves.gone), ...moves.came] }
        const change = findFieldChange('k', before, after)
        if (change === null) return
        const sent = fieldChangeSchema.parse(JSON.parse(JSON.stringify(change)))
        expect(sameJson(withFieldChange(before, sent), after)).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})
