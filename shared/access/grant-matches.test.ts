import { expect, test } from 'vitest'
import { localAgent } from '#shared/agents/local-agent.ts'
import { rowHolds } from './grant-matches.ts'
import { grantSchema } from './grant.ts'

const edge = { id: 'c3b5', name: 'edge' }

test.each([
  [['self'], null, 'yes'],
  [['local'], null, 'yes'],
  [[localAgent], null, 'yes'],
  [['all'], null, 'yes'],
  [['*'], edge, 'yes'],
  [['c3b5'], edge, 'yes'],
  [['far', 'edge'], edge, 'yes'],
  [['far'], edge, 'no'],
  [['edge'], null, 'no'],
  [[localAgent], edge, 'no'],
  [['edge'], undefined, 'some'],
] as const)('the agents %j of a permission hold for the agent %j: %s', (agents, agent, expected) => {
  const grant = grantSchema.parse({ id: 'g', action: 'read', agents })
  expect(rowHolds(grant, { id: 'a', ...(agent !== undefined && { agent }) })).toBe(expected)
})
