import { expect, test } from 'vitest'
import { listAgentFacts } from './agent-facts.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const seen = (secondsAgo: number) => ({ last_seen: new Date(nowMs - secondsAgo * 1_000).toISOString() })

test('does not call an agent offline that never reported', () => {
  expect(listAgentFacts([seen(5), { last_seen: null }], nowMs)).toEqual(['2 agents', '1 never seen'])
  expect(listAgentFacts([seen(90), seen(70), { last_seen: null }], nowMs)).toEqual([
    '3 agents',
    '2 offline',
    '1 never seen',
  ])
  expect(listAgentFacts([seen(5)], nowMs)).toEqual(['1 agent', 'all online'])
  expect(listAgentFacts([], nowMs)).toEqual(['0 agents'])
})
