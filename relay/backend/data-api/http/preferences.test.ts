import { expect, test } from 'vitest'
import { appliedHeader, readPreferences, rejectInvalidPreferences } from './preferences.ts'

test('reads the preferences of a request, using the first of a repeated one', () => {
  expect(readPreferences('return=representation, count=exact, count=planned,max-affected=5, tx = rollback')).toEqual({
    return: 'representation',
    count: 'exact',
    resolution: undefined,
    missing: undefined,
    handling: undefined,
    tx: 'rollback',
    timezone: undefined,
    maxAffected: 5,
    invalid: [],
  })
})

test('ignores unknown preferences, and rejects them with handling=strict', () => {
  expect(readPreferences('foo=bar, return=everything, constructor=1').return).toBeUndefined()
  expect(() => rejectInvalidPreferences(readPreferences('foo=bar'))).not.toThrow()
  expect(() => rejectInvalidPreferences(readPreferences('handling=strict, foo=bar'))).toThrow(
    'Invalid preferences given with handling=strict',
  )
})

test('reports the applied preferences', () => {
  const preferences = readPreferences('return=minimal, count=exact, timezone=Europe/Berlin')
  expect(appliedHeader(preferences, ['count'])).toEqual({
    'preference-applied': 'count=exact, timezone=Europe/Berlin',
  })
  expect(appliedHeader(readPreferences(undefined), ['count'])).toEqual({})
})
