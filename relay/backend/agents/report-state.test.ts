import { expect, test } from 'vitest'
import { nextState, waitAfter, type ReportState } from './report-state.ts'

const failed = (at: number) => ({ kind: 'failed', reason: 'cut', at }) as const
const begin = (): ReportState => ({ kind: 'connecting' })

test('keeps the start of a failure and the last known agent until a response arrives', () => {
  const reporting = nextState(begin(), { kind: 'answered', agent: 'edge', at: 1 })
  expect(reporting).toEqual({ kind: 'reporting', agent: 'edge', answeredAt: 1 })
  const second = nextState(nextState(reporting, failed(2)), failed(3))
  expect(second).toEqual({ kind: 'failing', agent: 'edge', answeredAt: 1, since: 2, reason: 'cut', failures: 2 })
  expect(nextState(second, { kind: 'answered', agent: 'edge', at: 4 })).toEqual({ ...reporting, answeredAt: 4 })
  expect(nextState(begin(), failed(2))).toMatchObject({ agent: null, answeredAt: null, failures: 1 })
})

test('doubles the wait after each failure up to about a minute, with jitter', () => {
  let state = begin()
  const waits = Array.from({ length: 40 }, () => {
    state = nextState(state, failed(1))
    return waitAfter(state, 0.5)
  })
  expect(waits.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  expect(waits.at(-1)).toBe(60_000)
  expect([waitAfter(state, 0), waitAfter(state, 1)]).toEqual([45_000, 75_000])
})
