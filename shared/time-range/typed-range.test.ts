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

  test('end at this very moment where From does not count back from it', () => {
    expect(schema.parse({ from: '14:00', to: 'now' })).toMatchObject({ kind: 'moments', to: now })
  })

  test('are a length that moves with the time where From counts back from now', () => {
    expect(schema.parse({ from: 'now-2h', to: 'now' })).toEqual({ kind: 'length', range: 'now-2h' })
    expect(schema.parse({ from: '45 minutes ago', to: ' Now ' })).toEqual({ kind: 'length', range: 'now-45m' })
    expect(schema.parse({ from: 'now-2h', to: 'now-1h' })).toMatchObject({ kind: 'moments' })
  })

  test('say each in its place what was not understood, with an example', () => {
    expect(listErrors('soon', 'later')).toEqual([
      'from: “soon” is not understood. For example: yesterday 14:00',
      'to: “later” is not understood. For example: yesterday 14:00',
    ])
    expect(listErrors('yesterday', '25:00')).toEqual(['to: “25:00” is not a time of day. For example: 14:00'])
  })

  test('are nothing yet while one of them is blank, and what is wrong in the other is said', () => {
    expect(schema.parse({ from: 'yesterday 14:00', to: ' ' })).toEqual({ kind: 'incomplete' })
    expect(listErrors('', 'later')).toEqual(['to: “later” is not understood. For example: yesterday 14:00'])
  })

  test.each([
    ['today 14:00', 'today 13:00'],
    ['14:00', '14:00'],
    ['now', 'now'],
    ['now+1h', 'now'],
    ['2026-10-25 03:00', '2026-10-25 02:30'],
  ])('from %s to %s is refused at To', (from, to) =>
    expect(listErrors(from, to)).toEqual(['to: To must be later than From']),
  )
})
