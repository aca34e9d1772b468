import { expect, test } from 'vitest'
import { graphStart } from './health-api.ts'

test('months, which the graph does not know, go as the moment they start at', () => {
  expect([graphStart('1h'), graphStart('2w'), graphStart('1y')]).toEqual(['1h', '2w', '1y'])
  expect(Date.now() - Date.parse(graphStart('1mo'))).toBeGreaterThanOrEqual(30 * 86_400_000)
})
