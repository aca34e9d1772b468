import { expect, test } from 'vitest'
import { evaluate } from '#relay/backend/templates/template.ts'
import { filledRow } from './empty-rows.ts'

const options = { owner: 'test', signal: new AbortController().signal }

test.each([
  ['no component', undefined],
  ['a component without a summary', { name: 'a', summary: null }],
  ['a component with other counts', { name: 'a', summary: { healthy: 2, checks: { healthy: 1 } } }],
])('each count of a summary is a number: %s', async (_case, stored) => {
  const component = filledRow('component', stored)
  const expr =
    'component.summary.warning + component.summary.checks.unhealthy + component.summary.incidents.security.high + component.summary.insights.cost.low'
  expect(Number(await evaluate({ expr }, { component }, options))).toBe(0)
})

test('counts that occur stay', () => {
  const summary = { unhealthy: 2, incidents: { security: { high: 1 }, own: { odd: 3 } } }
  expect(filledRow('component', { summary })).toMatchObject({ summary })
})
