import { expect, test } from 'vitest'
import { evaluateDuration } from './evaluate-duration.ts'

const environment = {
  params: { pause: '3s', minutes: '2', trick: 'duration("9h")', none: '' },
  config: { config: { wait: 5 } },
}

test.each([
  ['1m30s', 90_000],
  ['90', 90_000],
  ['params.pause', 3_000],
  ['duration(params.pause)', 3_000],
  ['int(params.minutes) * 60', 120_000],
  ['config.config.wait', 5_000],
  ['params.pause == "3s" ? "1m" : "0s"', 60_000],
  ['{{.params.pause}}', 3_000],
  ['{{.params.minutes}}m', 120_000],
])('%s is %d ms', async (text, ms) => {
  expect(await evaluateDuration(text, environment)).toBe(ms)
})

test.each(['{{.params.none}}', 'params.none'])('%s without a value is no duration', async (text) => {
  expect(await evaluateDuration(text, environment)).toBeUndefined()
})

test.each(['{{.params.trick}}', 'params.trick', 'params.pause == "3s"'])(
  '%s returns no duration, and its result is not evaluated again',
  async (text) => {
    await expect(evaluateDuration(text, environment)).rejects.toThrow(`${text} must be a duration such as 30s`)
  },
)
