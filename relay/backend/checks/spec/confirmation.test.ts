import { describe, expect, test } from 'vitest'
import { ConfirmedResults, confirmationSchema, type ConfirmedStatus } from './confirmation.ts'

const statuses = (results: string, spec: unknown, from: ConfirmedStatus = 'healthy') => {
  const confirmation = spec === undefined ? undefined : confirmationSchema.parse(spec)
  const confirmed = new ConfirmedResults()
  let status = from
  return Array.from(results)
    .map((result) => {
      status = confirmed.add(result === 'p', status, confirmation)
      return { healthy: 'h', unhealthy: 'u', '': '-' }[status]
    })
    .join('')
}

describe('a check turns', () => {
  test.each([
    ['pfpf', undefined, 'huhu'],
    ['pfffp', { failures: 3 }, 'hhhuh'],
    ['pffpf', { failures: 3 }, 'hhhhh'],
    ['fpfpf', { failures: 3, of: 5 }, 'hhhhu'],
    ['fpppppfpf', { failures: 3, of: 5 }, 'hhhhhhhhh'],
    ['ffpppf', { failures: 2, passes: 3 }, 'huuuhh'],
    ['ffppfppp', { failures: 2, passes: 3 }, 'huuuuuuh'],
  ])('%s with %j', (results, spec, expected) => {
    expect(statuses(results, spec)).toBe(expected)
  })

  test('after a turn, without the failures before it', () => {
    expect(statuses('fffpfff', { failures: 3, of: 5 })).toBe('hhuhhhu')
  })

  test('from no status with its first pass, and with confirmed failures', () => {
    expect(statuses('ffp', { failures: 3 }, '')).toBe('--h')
    expect(statuses('fff', { failures: 3 }, '')).toBe('--u')
  })
})

test('reports a turn that is not confirmed yet', () => {
  const confirmation = confirmationSchema.parse({ failures: 2, of: 4, passes: 2 })
  const results = new ConfirmedResults()
  expect(results.confirming('', confirmation)).toBeUndefined()
  let status: ConfirmedStatus = 'healthy'
  const seen = Array.from('pffpp').map((result) => {
    status = results.add(result === 'p', status, confirmation)
    return results.confirming(status, confirmation)
  })
  expect(seen).toEqual([
    undefined,
    { kind: 'failures', seen: 1, needed: 2, of: 4 },
    undefined,
    { kind: 'passes', seen: 1, needed: 2, of: 2 },
    undefined,
  ])
})

test.each([
  [{ failures: 3, of: 2 }, 'of'],
  [{ failures: 0 }, 'failures'],
  [{ failures: 31 }, 'failures'],
  [{ fails: 3 }, ''],
])('rejects %j', (spec, path) => {
  expect(confirmationSchema.safeParse(spec).error?.issues[0]?.path.join('.')).toBe(path)
})
