import { expect, test } from 'vitest'
import { statusChoices, toStatusParameter } from './status-history.tsx'

test('sends Healthy as 1 and Unhealthy as 0 [HEALTH-32]', () => {
  expect(statusChoices.map(toStatusParameter)).toEqual([null, '1', '0'])
})
