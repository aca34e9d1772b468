import { expect, test } from 'vitest'
import { toCheckRow, checkRowSchema } from '#shared/health/check-row.ts'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'

const summary = {
  id: '0195c0de-0000-7000-8000-000000000001',
  canary_id: '0195c0de-0000-7000-8000-0000000000c1',
  canary_name: 'web',
  name: 'home page',
  type: 'http',
}

const read = (body: unknown) => (checkSummaryResponseSchema.parse(body).checks_summary ?? []).map(({ name }) => name)

test('reads checks_summary, also null or missing [HEALTH-36]', () => {
  expect(read({ duration: 4, runnerName: 'local', checks_summary: [summary] })).toEqual(['home page'])
  expect([read({ checks_summary: null }), read({})]).toEqual([[], []])
})

test('fills every field that the page shows when the backend omits it [HEALTH-26]', () => {
  const bare = toCheckRow(
    checkSummaryResponseSchema.parse({ checks_summary: [summary] }).checks_summary?.[0] ?? summary,
  )
  expect(bare).toMatchObject({
    id: summary.id,
    name: 'home page',
    description: '',
    endpoint: '',
    type: 'http',
    status: '',
    labels: {},
    namespace: '',
    agentId: '',
    canaryName: 'web',
    recent: '',
  })
  expect(checkRowSchema.parse(bare)).toEqual(bare)
  const full = toCheckRow({
    ...summary,
    status: 'unhealthy',
    labels: { team: 'web' },
    namespace: 'default',
    agent_id: 'agent',
    endpoint: 'https://example.com',
    checkStatuses: [
      { time: 't1', status: true, duration: 3 },
      { time: 't2', status: false, mixed: true },
    ],
  })
  expect([full.recent, full.recentMs, full.status, full.labels]).toEqual([
    'pf',
    [3, null],
    'unhealthy',
    { team: 'web' },
  ])
})

test.each(['1h', '', '2026-02-31T99:99:99Z'])('reads the time %j as unknown', (time) => {
  const read = checkSummaryResponseSchema.parse({
    checks_summary: [{ ...summary, last_runtime: time, last_transition_time: time, uptime: { last_fail: time } }],
  })
  expect(read.checks_summary?.map(toCheckRow)).toMatchObject([
    { lastRuntime: null, lastTransition: null, lastFail: null },
  ])
})
