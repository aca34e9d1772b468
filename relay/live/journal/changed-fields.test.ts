import { describe, expect, test } from 'vitest'
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
