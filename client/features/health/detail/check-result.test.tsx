import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CheckReport } from '#shared/health/check-report.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { CheckMessage } from './check-message.tsx'
import { CheckResult } from './check-result.tsx'
import { artifactsQuery, reportQuery, type CheckArtifact } from './health-api.ts'

const at = '2026-11-21T08:00:00.000Z'
const report: CheckReport = {
  time: at,
  pass: false,
  assertion: { expected: 'code 200', actual: '503' },
  request: { method: 'GET', url: 'https://shop.example/?a=1&b=2', headers: [['authorization', '***']] },
  response: { code: 503, headers: { Server: 'envoy' } },
  timings: { dns: 1.25, connect: 2, tls: null, firstByte: 30, transfer: 4 },
  metrics: [{ name: 'shop_up', type: 'gauge', labels: { site: 'eu' }, value: 0 }],
}
const failing = checkRow({ status: 'unhealthy', message: 'Expected code 200, got 503.', lastTransition: at })

const show = (
  content: React.ReactNode,
  check: CheckRow,
  stored: CheckReport | null,
  artifacts: CheckArtifact[] = [],
) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(reportQuery(check.id, check.lastRuntime).queryKey, stored)
  client.setQueryData(artifactsQuery(check.id, check.lastRuntime).queryKey, artifacts)
  return render(<QueryClientProvider client={client}>{content}</QueryClientProvider>)
}
const part = (name: string) => screen.getByRole('region', { name })

test('the last result explains a failure: assertion, request, response, timings and metrics', () => {
  show(<CheckResult check={failing} />, failing, report)
  expect(part('Failed assertion').textContent).toBe('Failed assertionExpectedcode 200Actual503')
  expect(part('Request as a curl command').textContent).toBe(
    "curl --globoff 'https://shop.example/?a=1&b=2' \\\n  --header 'authorization: ***'",
  )
  expect(part('Response head').textContent).toBe('HTTP 503\nServer: envoy')
  expect(
    within(screen.getByRole('table', { name: 'Timings' }))
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DNS1.3 ms', 'Connect2 ms', 'First byte30 ms', 'Transfer4 ms', 'Total37 ms'])
  expect(part('Metrics').textContent).toContain('shop_up')
})

test('a failed test is shown with the values that it read', () => {
  const expression = 'code == 204 && elapsed.getMilliseconds() < 5'
  const values: [string, string][] = [
    ['code', '200'],
    ['elapsed', '25ms'],
  ]
  const assertion = { expected: 'true', actual: 'false', expression, values }
  show(<CheckResult check={failing} />, failing, { ...report, assertion })
  expect(part('Test').textContent).toBe(expression)
  const rows = within(screen.getByRole('table', { name: 'Values that the test read' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['code200', 'elapsed25ms'])
})

test('draws no part that a result does not have', () => {
  const healthy = checkRow()
  show(<CheckResult check={healthy} />, healthy, { time: at, pass: true, metrics: [] })
  expect(screen.queryAllByRole('region')).toEqual([])
  expect(screen.queryAllByRole('table')).toEqual([])
})

test('the message names the failed test, and says when a check waits, is not evaluated or reports warnings', () => {
  const check = checkRow({
    status: 'unhealthy',
    message: 'Test failed. 503 in 3 ms',
    confirming: { kind: 'passes', seen: 1, needed: 3, of: 3 },
    warnings: ['Metric up: the value must be a number, got true.'],
  })
  const { container, unmount } = show(<CheckMessage check={check} stale={false} />, check, {
    ...report,
    assertion: { expected: 'true', actual: 'false', expression: 'code < 500' },
  })
  expect(container.textContent).toContain('Failed test: code < 500')
  expect(container.textContent).toContain('1 of 3 passes: turns healthy after 3 in a row.')
  expect(container.textContent).toContain('Metric up: the value must be a number, got true.')
  unmount()

  const blocked = checkRow({ status: 'unknown', notEvaluated: { id: 'd1', name: 'db' }, confirming: null })
  show(<CheckMessage check={blocked} stale={false} />, blocked, null)
  expect(screen.getByRole('status').textContent).toContain('It depends on db, which is failing.')
  expect(screen.getByRole('link', { name: 'db' }).getAttribute('href')).toBe('/health?checkId=d1&timeRange=1h')
})

test('shows how long each stage took, and which one failed', () => {
  const stages = [
    { name: 'ready', ms: 120, pass: true },
    { name: 'ingress', ms: 300, pass: false },
  ]
  show(<CheckResult check={failing} />, failing, { time: at, pass: false, stages, metrics: [] })
  const rows = within(screen.getByRole('table', { name: 'Stages' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['ready120 ms', 'ingress (failed)300 ms', 'Total420 ms'])
})

test('lists the artifacts of results, each with its size and a download', () => {
  const healthy = checkRow()
  const artifact = { id: 'a1', filename: 'report.txt', size: 2_048, content_type: 'text/plain', checksum: 'c' }
  const artifacts = [{ ...artifact, created_at: at, check_time: at }]
  show(<CheckResult check={healthy} />, healthy, { time: at, pass: true, metrics: [] }, artifacts)
  const [row] = within(screen.getByRole('table', { name: 'Artifacts of the newest results' })).getAllByRole('row')
  expect(row?.textContent).toMatch(/^report\.txt.*2 KB$/)
  const link = screen.getByRole('link', { name: 'Download report.txt' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
    '/api/artifacts/download/a1',
    'report.txt',
  ])
})
