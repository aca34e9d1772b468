import { describe, expect, test } from 'vitest'
import { typedRangeSchema } from './typed-range.ts'

const now = new Date('2026-11-22T14:20:00Z')
const schema = typedRangeSchema({ timeZone: 'Europe/Berlin', lean: 'past' }, () => now)

const listErrors = (from: string, to: string) =>
  (schema.safeParse({ from, to }).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)

describe('From and To', () => {
  test('are two moments', () => {
    expect(schema.parse({ from: 'yesterday 14:00', to: 'yesterday' })).toEqual({
      kind: 'moments',
      from: new Date('2026-11-21T13:00:00Z'),
      to: new Date('2026-11-21T23:00:00Z'),
    })
  })

  test('end now where From is not relative to it', () => {
    expect(schema.parse({ from: '14:00', to: 'now' })).toMatchObject({ kind: 'moments', to: now })
  })

  test('are a moving range where From is relative to now', () => {
    expect(schema.parse({ from: 'now-2h', to: 'now' })).toEqual({ kind: 'length', range: 'now-2h' })
    expect(schema.parse({ from: '45 minutes ago', to: ' Now ' })).toEqual({ kind: 'length', range: 'now-45m' })
    expect(schema.parse({ from: 'now-2h', to: 'now-1h' })).toMatchObject({ kind: 'moments' })
  })

  test('show errors at their fields, with an example', () => {
    expect(listErrors('soon', 'later')).toEqual([
      'from: Invalid time “soon”. For example: yesterday 14:00',
      'to: Invalid time “later”. For example: yesterday 14:00',
    ])
    expect(listErrors('yesterday', '25:00')).toEqual(['to: “25:00” is not a time of day. For example: 14:00'])
  })

  test('are incomplete while one is blank, and an error in the other is shown', () => {
    expect(schema.parse({ from: 'yesterday 14:00', to: ' ' })).toEqual({ kind: 'incomplete' })
    expect(listErrors('', 'later')).toEqual(['to: Invalid time “later”. For example: yesterday 14:00'])
  })

  test.each([
    ['today 14:00', 'today 13:00'],
    ['14:00', '14:00'],
    ['now', 'now'],
    ['now+1h', 'now'],
    ['2026-10-25 03:00', '2026-10-25 02:30'],
  ])('from %s to %s is rejected at To', (from, to) =>
    expect(listErrors(from, to)).toEqual(['to: To must be later than From']),
  )
})
