import { describe, expect, test } from 'vitest'
import { toCheckRow } from '#shared/health/check-row.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { changedFields } from './changed-fields.ts'

const ticking = new Set(['lastRuntime', 'recent'])

describe('changed fields', () => {
  test('have their previous values', () => {
    const before = { id: 'a', status: 'healthy', labels: { team: 'web' }, recent: 'pp' }
    const after = { id: 'a', status: 'unhealthy', labels: { team: 'web' }, recent: 'pf' }
    expect(changedFields(before, after, ticking)).toEqual({ status: 'healthy', recent: 'pp' })
  })

  test('are null when only ticking fields differ', () => {
    expect(changedFields({ id: 'a', lastRuntime: '1', recent: 'p' }, { id: 'a', lastRuntime: '2' }, ticking)).toBeNull()
  })

  test('have null for an added field', () => {
    expect(changedFields({ id: 'a' }, { id: 'a', owner: 'me' }, ticking)).toEqual({ owner: null })
  })

  test('include a removed field', () => {
    expect(changedFields({ id: 'a', owner: 'me' }, { id: 'a' }, ticking)).toEqual({ owner: 'me' })
  })
})

describe('a check', () => {
  const known = { id: 'c', canary_id: 'k', name: 'home', type: 'http' }
  const row = (status: string, message: string) => toCheckRow({ ...known, status, message })
  const changed = (before: ReturnType<typeof row>, after: ReturnType<typeof row>) =>
    changedFields(before, after, new Set(healthChecks.journalled?.ticking))

  test('only ticks when its message changes', () => {
    expect(changed(row('healthy', '200 in 2 ms'), row('healthy', '200 in 3 ms'))).toBeNull()
  })

  test('records the previous message when its status changes', () => {
    expect(changed(row('healthy', '200 in 2 ms'), row('unhealthy', 'Expected 200, got 503.'))).toEqual({
      status: 'healthy',
      message: '200 in 2 ms',
    })
  })
})
