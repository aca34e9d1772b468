import { describe, expect, test } from 'vitest'
import { toCheckState } from '#shared/health/check-state.ts'

describe('toCheckState', () => {
  test.each([
    ['healthy', '', 'healthy'],
    ['unhealthy', '', 'unhealthy'],
    ['Unhealthy', '', 'unhealthy'],
    ['', '', 'unknown'],
    ['healthy', 'needs a Kubernetes cluster', 'unknown'],
    ['unhealthy', 'the document is wrong since', 'unhealthy'],
    ['suspended', '', 'unknown'],
  ])('status %j with problem %j is %s', (status, problem, state) => {
    expect(toCheckState({ status, problem })).toBe(state)
  })
})
