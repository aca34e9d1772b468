import { describe, expect, test } from 'vitest'
import { toCheckRow } from '#shared/health/check-row.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { changedFields } from './changed-fields.ts'

const ticking = new Set(['lastRuntime', 'recent'])

describe('the fields of a row that changed', () => {
  test('are told as they were', () => {
    const before = { id: 'a', status: 'healthy', labels: { team: 'web' }, recent: 'pp' }
    const after = { id: 'a', status: 'unhealthy', labels: { team: 'web' }, recent: 'pf' }
    expect(changedFields(before, after, ticking)).toEqual({ status: 'healthy', recent: 'pp' })
  })

  test('are none when only ticking fields differ', () => {
    expect(changedFields({ id: 'a', lastRuntime: '1', recent: 'p' }, { id: 'a', lastRuntime: '2' }, ticking)).toBeNull()
  })

  test('are null where a field was not there before', () => {
    expect(changedFields({ id: 'a' }, { id: 'a', owner: 'me' }, ticking)).toEqual({ owner: null })
  })

  test('count one that is gone', () => {
    expect(changedFields({ id: 'a', owner: 'me' }, { id: 'a' }, ticking)).toEqual({ owner: 'me' })
  })
})

describe('a check', () => {
  const known = { id: 'c', canary_id: 'k', name: 'home', type: 'http' }
  const row = (status: string, message: string) => toCheckRow({ ...known, status, message })
  const changed = (before: ReturnType<typeof row>, after: ReturnType<typeof row>) =>
    changedFields(before, after, new Set(healthChecks.journalled?.ticking))

  test('that found the same in other words ticks', () => {
    expect(changed(row('healthy', '200 in 2 ms'), row('healthy', '200 in 3 ms'))).toBeNull()
  })

  test('that turns is told with the words from before', () => {
    expect(changed(row('healthy', '200 in 2 ms'), row('unhealthy', 'Expected 200, got 503.'))).toEqual({
      status: 'healthy',
      message: '200 in 2 ms',
    })
  })
})
