import { expect, test } from 'vitest'
import { aroundChange } from './moment-links.ts'
import { readLookback } from './moments.ts'

const now = Date.parse('2026-03-24T12:00:00Z')
const three = '2026-03-24T03:00:00.000Z'
const four = '2026-03-24T04:00:00.000Z'

test('one time is viewed, two are compared with the earlier first, and now alone is no lookback', () => {
  expect(readLookback(null, null, now)).toBeNull()
  expect(readLookback('now', null, now)).toBeNull()
  expect(readLookback('2026-03-24T04:00:00+01:00', null, now)).toEqual({ kind: 'one', at: three })
  const two = { kind: 'two', before: { kind: 'then', at: three }, after: { kind: 'then', at: four } }
  expect(readLookback(three, four, now)).toEqual(two)
  expect(readLookback(four, three, now)).toEqual(two)
  expect(readLookback(three, 'now', now)).toEqual({ ...two, after: { kind: 'now' } })
  expect(readLookback(null, three, now)).toEqual({ ...two, after: { kind: 'now' } })
})

test.each([
  ['nonsense', null, 'at', 'is not a valid time. Example: 2026-03-24T03:00:00Z.'],
  ['2026-13-45', null, 'at', 'is not a valid time. Example: 2026-03-24T03:00:00Z.'],
  [three, '12', 'and', 'is not a valid time. Example: 2026-03-24T03:00:00Z.'],
  ['2026-03-24T13:00:00Z', null, 'at', 'is in the future.'],
])('%s and %s are invalid', (at, and, name, reason) => {
  expect(readLookback(at, and, now)).toMatchObject({ kind: 'unclear', name, reason })
})

test('a change lies between the last millisecond before it and the first one with it', () => {
  expect(aroundChange('2026-03-24T03:00:00.5+00:00')).toEqual({
    before: '2026-03-24T03:00:00.499Z',
    after: '2026-03-24T03:00:00.500Z',
  })
  expect(aroundChange('2026-03-24T03:00:00.123456+00:00')).toEqual({
    before: '2026-03-24T03:00:00.122Z',
    after: '2026-03-24T03:00:00.124Z',
  })
})
