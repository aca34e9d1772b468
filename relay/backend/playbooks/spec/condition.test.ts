import { expect, test } from 'vitest'
import { evaluate } from '#relay/backend/templates/template.ts'
import { toConditionExpression } from './condition.ts'

const holds = (text: string | undefined, anyActionFailed: boolean, anyActionTimedOut = false) =>
  evaluate(
    { expr: toConditionExpression(text).expression },
    { anyActionFailed, anyActionTimedOut, params: { env: 'prod' }, lastAction: { name: 'a' } },
  )

test.each([
  [undefined, true, false],
  ['', true, false],
  ['always()', true, true],
  ['failure()', false, true],
  ['success()', true, false],
  ['skip()', false, false],
  ['timeout()', false, false],
  ["params.env == 'prod'", true, false],
  ["params.env == 'prod' && always()", true, true],
  ["params.env == 'always()'", false, false],
  ["getLastAction().name == 'a'", true, false],
])('%s is true after success: %s, after a failed step: %s', async (text, well, failed) => {
  expect([await holds(text, false), await holds(text, true)]).toEqual([well, failed])
})

test('timeout() is true after a step timed out', async () => {
  expect(await holds('timeout()', true, true)).toBe(true)
})
