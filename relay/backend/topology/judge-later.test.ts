import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Change } from '#relay/backend/rows/change.ts'
import type { Links } from '#relay/backend/topology/store/break-cycles.ts'
import { createJudgeLater } from './judge-later.ts'
import type { BuiltTopology } from './run-topology.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const built = (links: Partial<Links>): BuiltTopology =>
  ({ links: new Map([['c1', { configId: null, configs: [], checks: [], related: [], ...links }]]) }) as never
const topologies = [
  ['checks', built({ checks: ['check-1'] })],
  ['items', built({ configs: ['item-1'], configId: 'item-2' })],
  ['related', built({ related: [{ id: 'other', by: 'selectors' }] })],
] as const

const judgedAfter = (change: Change, ms: number) => {
  const judged: string[] = []
  const later = createJudgeLater({
    built: () => topologies,
    judge: (waiting) => {
      judged.push(...waiting)
      waiting.clear()
    },
  })
  later.follow(change)
  vi.advanceTimersByTime(ms)
  later.stop()
  return judged
}

test.each<[Change, readonly string[]]>([
  [{ relation: 'checks', ids: ['check-1'] }, ['checks']],
  [{ relation: 'checks', ids: ['check-2'] }, []],
  [{ relation: 'config_items', ids: ['item-1'] }, ['items']],
  [{ relation: 'config_items', ids: ['x', 'item-2'] }, ['items']],
  [{ relation: 'components', ids: ['other'] }, ['related']],
  [{ relation: 'components', ids: ['c1'] }, []],
  [{ relation: 'checks', ids: [] }, []],
  [{ relation: 'checks' }, ['checks', 'items', 'related']],
  [{ relation: 'incidents', ids: ['i1'] }, ['checks', 'items', 'related']],
  [{ relation: 'people', ids: ['check-1'] }, []],
])('the change %j updates %j', (change, judged) => {
  expect(judgedAfter(change, 3_000)).toEqual(judged)
})

test('updates health 100 ms after an urgent change, 3 s after any other', () => {
  const change = { relation: 'checks', ids: ['check-1'] }
  expect(judgedAfter({ ...change, isUrgent: true }, 100)).toEqual(['checks'])
  expect(judgedAfter({ ...change, isUrgent: true }, 99)).toEqual([])
  expect(judgedAfter(change, 2_999)).toEqual([])
})

test('batches changes, and an urgent one does not wait for earlier ones', () => {
  const rounds: string[][] = []
  const later = createJudgeLater({
    built: () => topologies,
    judge: (waiting) => {
      rounds.push([...waiting])
      waiting.clear()
    },
  })
  later.follow({ relation: 'config_items', ids: ['item-1'] })
  later.follow({ relation: 'checks', ids: ['check-1'], isUrgent: true })
  later.follow({ relation: 'components', ids: ['other'] })
  vi.advanceTimersByTime(100)
  expect(rounds).toEqual([['items', 'checks', 'related']])
  vi.advanceTimersByTime(10_000)
  expect(rounds).toHaveLength(1)
})
