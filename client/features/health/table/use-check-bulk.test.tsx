import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HealthListRow } from '#shared/health/health-list.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { setBackend } from '#client/testing/set-backend.ts'
import { WithConsole } from '#client/testing/with-console.tsx'
import { useCheckBulk } from './use-check-bulk.ts'

const line = (over: Parameters<typeof checkRow>[0]): HealthListRow => ({
  kind: 'check',
  id: 'c1',
  stale: false,
  check: checkRow(over),
})
const acknowledged = { by: 'Ada', note: '', at: '2026-11-21T07:00:00Z', until: null }

const listActions = (role: string) =>
  renderHook(useCheckBulk, { wrapper: ({ children }) => <WithConsole roles={[role]}>{children}</WithConsole> }).result
    .current.actions

test.each([
  ['admin', ['Run now', 'Acknowledge', 'Silence']],
  ['responder', ['Run now', 'Acknowledge']],
  ['viewer', []],
])('the role %s can do %j with several checks', (role, labels) => {
  setBackend('embedded')
  expect(listActions(role).map(({ label }) => label)).toEqual(labels)
})

test('a production backend stores no acknowledgement', () => {
  setBackend('remote')
  expect(listActions('admin').map(({ label }) => label)).toEqual(['Run now', 'Silence'])
})

test('only checks that fail and are not acknowledged can be, and those of an agent do not run here', () => {
  setBackend('embedded')
  const rows: readonly HealthListRow[] = [
    line({ status: 'unhealthy' }),
    line({ status: 'unhealthy', acknowledged }),
    line({ status: 'healthy' }),
    line({ status: 'unhealthy', agentId: '0195c0de-0000-7000-8000-0000000000a1' }),
    { kind: 'more', id: 'm', key: 'k', hidden: 2, open: false },
  ]
  const [run, acknowledge] = listActions('admin')
  expect(rows.map((row) => run?.isPossible?.(row))).toEqual([true, true, true, false, false])
  expect(rows.map((row) => acknowledge?.isPossible?.(row))).toEqual([true, false, false, true, false])
})
