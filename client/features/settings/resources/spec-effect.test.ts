import { expect, test } from 'vitest'
import { compareSpecs, formatEffect } from './spec-effect.ts'

const spec = {
  schedule: '@every 1m',
  http: [
    { name: 'a', url: '1' },
    { name: 'b', url: '2' },
  ],
  tcp: [{ name: 'a' }],
}

test('compares entries by list and name, regardless of order', () => {
  const after = { ...spec, http: [{ name: 'b', url: '2' }, { name: 'a', url: '9' }, { name: 'c' }], tcp: [] }
  const effect = compareSpecs(spec, after, 'check')
  expect(effect).toEqual({
    noun: 'check',
    added: ['http: c'],
    changed: ['http: a'],
    removed: ['tcp: a'],
    total: 3,
    touchesAll: false,
  })
  expect(formatEffect(effect)).toBe('Adds 1 check, changes 1 check, removes 1 check')
})

test('a change of a shared field affects all entries', () => {
  expect(formatEffect(compareSpecs(spec, { ...spec, schedule: '@daily' }, 'check'))).toBe('Changes 3 checks')
  expect(formatEffect(compareSpecs(spec, spec, 'check'))).toBeNull()
})
