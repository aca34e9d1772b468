import { expect, test } from 'vitest'
import { createExpressionHealth, describeFailures, expressionHealth } from './expression-health.ts'

const startHealth = () => {
  const state = {
    nowMs: 0,
    probes: 0,
    failure: undefined as string | undefined,
    startFailure: undefined as string | undefined,
  }
  const health = createExpressionHealth({
    now: () => state.nowMs,
    startFailure: () => state.startFailure,
    probe: async () => {
      state.probes += 1
      return state.failure
    },
  })
  return { state, check: health.check }
}

test('every language family can be evaluated', async () => {
  await expect(expressionHealth().check()).resolves.toBeUndefined()
})

test('caches the result of a probe for five minutes, and runs one probe at a time', async () => {
  const { state, check } = startHealth()
  await Promise.all([check(), check()])
  state.nowMs = 299_999
  await check()
  expect(state.probes).toBe(1)
  state.nowMs = 300_000
  await check()
  await check()
  expect(state.probes).toBe(2)
})

test('repeats a failed probe after ten seconds, until it succeeds', async () => {
  const { state, check } = startHealth()
  state.failure = 'CEL: no process'
  await expect(check()).rejects.toThrow('CEL: no process')
  state.nowMs = 9_999
  await expect(check()).rejects.toThrow('CEL: no process')
  expect(state.probes).toBe(1)
  state.failure = undefined
  state.nowMs = 10_000
  await expect(check()).rejects.toThrow('CEL: no process')
  expect(state.probes).toBe(2)
  await expect(check()).resolves.toBeUndefined()
})

test('reports a later failed start at once, and starts a probe', async () => {
  const { state, check } = startHealth()
  await check()
  state.startFailure = 'not enough memory'
  state.nowMs = 10_000
  await expect(check()).rejects.toThrow('not enough memory')
  expect(state.probes).toBe(2)
  state.startFailure = undefined
  await expect(check()).resolves.toBeUndefined()
})

test('groups languages that fail for the same reason', () => {
  expect(
    describeFailures([
      ['CEL', 'no process.'],
      ['JavaScript', 'no process.'],
      ['jq', 'no thread.'],
    ]),
  ).toBe('CEL, JavaScript: no process. jq: no thread.')
})
