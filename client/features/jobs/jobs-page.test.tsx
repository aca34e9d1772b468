import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FailingJob, JobFacts } from '#shared/jobs/failing-job.ts'
import type { JobRun, JobTotals } from '#shared/jobs/job-run.ts'
import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { MessageCell, PhoneCell } from './job-cells.tsx'
import { JobModal } from './job-modal.tsx'
import { JobsPage } from './jobs-page.tsx'

const startedAt = '2026-11-21T08:00:00.000Z'
const run = (id: string, change: Partial<JobRun> = {}): JobRun => ({
  kind: 'run',
  id,
  name: 'Sync topology',
  agent: null,
  resourceType: 'topology',
  resourceId: 't1',
  resourceName: 'payments',
  status: 'FAILED',
  succeeded: 0,
  failed: 1,
  durationMs: 31_200,
  startedAt,
  message: 'connection refused',
  parts: ['errors'],
  usual: null,
  ...change,
})
const totals = (all: number, hiddenGood: number | null): JobTotals => ({ kind: 'totals', all, hiddenGood })
const facts: JobFacts = {
  kind: 'facts',
  runs: 11_804,
  newestAt: new Date(Date.now() - 20_000).toISOString(),
  lastBadAt: null,
  beyond: 0,
}
const failing = (change: Partial<FailingJob> = {}): FailingJob => ({
  kind: 'failing',
  run: run('r1'),
  firstSeen: startedAt,
  streak: 7,
  streakIsLonger: false,
  recent: 'pff',
  nextAt: null,
  ...change,
})

interface Shown {
  readonly runs?: Readonly<Record<string, unknown>>
  readonly jobs?: Readonly<Record<string, unknown>>
  readonly status?: TopicStatus
  readonly loading?: string
}

const draw = (page: React.ReactNode, { runs = {}, jobs = {}, status = 'live', loading }: Shown = {}) =>
  render(
    <WithConsole roles={['admin']}>
      <LiveRows rows={{ [jobHistory.name]: runs, [failingJobs.name]: jobs }} status={status} loading={loading}>
        {page}
      </LiveRows>
    </WithConsole>,
  )
const region = (name: string) => screen.getByRole('region', { name })

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

test('shows that nothing fails and nothing matches, with one click to the hidden successful runs', () => {
  draw(<JobsPage />, { runs: { totals: totals(0, 1_204) }, jobs: { facts } })
  expect(region('Failing now').textContent).toMatch(
    /No failing jobs.*Latest run \d+\s\w+ ago\. 11,804 runs in 24 h\. No failures in 7 days\./,
  )
  expect(screen.getByRole('heading', { name: 'Only successful runs in this range' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show SUCCESS' }))
  expect(new URLSearchParams(window.location.search).get('status')).toBe('')
})

test('shows runs only together with the failing jobs above them, so that nothing moves', () => {
  draw(<JobsPage />, { runs: { totals: totals(1, 0), r1: run('r1') }, loading: failingJobs.name })
  expect(screen.getByLabelText('Loading jobs')).toBeDefined()
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByText('Sync topology')).toBeNull()
})

test('on a phone the clear buttons of the range and the filters have different names', () => {
  vi.stubGlobal('innerWidth', 390)
  window.history.replaceState(
    null,
    '',
    '/settings/jobs?rangeType=absolute&from=2026-11-20T00:00:00.000Z&to=2026-11-21T00:00:00.000Z',
  )
  draw(<JobsPage />, { runs: { totals: totals(1, 0), a: run('a') }, jobs: { facts } })
  expect(screen.getAllByRole('button', { name: /^Clear/ }).map((button) => button.textContent)).toEqual([
    'Clear range',
    'Clear',
  ])
  vi.stubGlobal('innerWidth', 1024)
  window.history.replaceState(null, '', '/')
})

test('does not report success when no job ran', () => {
  const noRuns: JobFacts = { ...facts, runs: 0, newestAt: null }
  draw(<JobsPage />, { runs: { totals: totals(0, 0) }, jobs: { facts: noRuns } })
  expect(region('Failing now').textContent).toContain('No job ran in the last 24 hours')
  expect(screen.queryByText(/No failing jobs/)).toBeNull()
  expect(screen.getByRole('heading', { name: 'No runs match' })).toBeDefined()
})

test('sorts failing jobs worst first, with first error, first time and streak', () => {
  const warning = failing({ run: run('w', { status: 'WARNING', name: 'Clean up', message: 'skipped 3' }), streak: 1 })
  const long = failing({ run: run('l', { name: 'Scrape' }), streak: 200, streakIsLonger: true })
  draw(<JobsPage />, { runs: { totals: totals(0, 0) }, jobs: { facts, w: warning, l: long } })
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['Scrape', 'Clean up'])
  expect(rows[0]?.textContent).toContain('connection refused')
  expect(
    within(rows[0] ?? document.body)
      .getAllByRole('cell')
      .slice(-3)
      .map(({ textContent }) => textContent),
  ).toEqual(['over 200', '', '–'])
  expect(within(rows[0] ?? document.body).getByRole('img', { name: '2 failed of 3' })).toBeDefined()
})

test('uses the singular for one run, and pages through five thousand', () => {
  const { unmount } = draw(<JobsPage />, { runs: { totals: totals(1, 0), a: run('a') }, jobs: { facts } })
  expect(screen.getByText('1 run')).toBeDefined()
  unmount()
  const page = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`r${index}`, run(`r${index}`)]))
  draw(<JobsPage />, { runs: { totals: totals(5_000, 23_608), ...page }, jobs: { facts } })
  expect(screen.getByText('5,000 runs')).toBeDefined()
  expect(screen.getByText('23,608 SUCCESS hidden')).toBeDefined()
  const pages = within(screen.getByRole('navigation', { name: 'Pages' }))
  expect(pages.getByRole('spinbutton', { name: 'Page' }).getAttribute('max')).toBe('34')
  expect(pages.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' }).value).toBe('150')
})

test('a page beyond the last one links back to the first', () => {
  window.history.replaceState(null, '', '/settings/jobs?pageIndex=40')
  draw(<JobsPage />, { runs: { totals: totals(5_000, 0) }, jobs: { facts } })
  fireEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(window.location.search).not.toContain('pageIndex')
})

test('while the source is offline the last rows stay and are marked as stale', async () => {
  const runs = { totals: totals(1, 0), a: run('a') }
  const { unmount } = draw(<JobsPage />, { runs, jobs: { facts, f: failing() }, status: 'stale' })
  expect(await screen.findByText('Job runs: no updates.', {}, { timeout: 5_000 })).toBeDefined()
  expect(region('Failing now').hasAttribute('data-stale')).toBe(true)
  expect(screen.getByText('1 run')).toBeDefined()
  unmount()
  draw(<JobsPage />, { status: 'offline' })
  expect(screen.queryByText(/No failing jobs|No runs match/)).toBeNull()
})

test('without read permission shows neither rows nor an empty list', () => {
  draw(<JobsPage />, { status: 'refused' })
  expect(screen.getByText('Job runs: access denied.')).toBeDefined()
  expect(screen.queryByText(/No failing jobs|No runs match/)).toBeNull()
})

test('shows an invalid time range as such, with a link back', () => {
  window.history.replaceState(null, '', '/settings/jobs?timeRange=fortnight')
  draw(<JobsPage />)
  expect(screen.getByRole('heading', { name: 'Invalid time range' })).toBeDefined()
})

test('a message starts with its cause, and its tooltip is the whole message', () => {
  const message = 'https://cloud.example.com/v1/regions: certificate expired.'
  render(<MessageCell row={run('m', { message })} />)
  expect(screen.getByTitle(message).textContent).toBe('certificate expired (https://cloud.example.com/v1/regions)')
})

const under = (change: Partial<JobRun>) =>
  run('u', { status: 'RUNNING', startedAt: new Date(Date.now() - 30_000).toISOString(), ...change })

test('a running job shows its progress: by count, by time, or that it takes longer than usual', () => {
  const { container } = render(
    <>
      <MessageCell row={under({ usual: { ms: 60_000, count: 560 }, succeeded: 140 })} />
      <MessageCell row={under({ usual: { ms: 60_000, count: 0 } })} />
      <MessageCell row={under({ usual: { ms: 1_000, count: 560 }, succeeded: 3 })} />
      <MessageCell row={under({})} />
    </>,
  )
  expect(container.textContent).toMatch(/^140 of about 560usually 1\smin?usually 1\.00\ssrunning$/)
  const bars = screen.getAllByRole<HTMLProgressElement>('progressbar', { name: 'Progress of Sync topology' })
  expect(bars.map((bar) => bar.closest('.job-progress')?.hasAttribute('data-long'))).toEqual([false, false, true])
  expect(bars[0]?.value).toBe(0.25)
})

test('on a phone a run takes two lines: state, name, resource and time, then the message', () => {
  const { container } = render(
    <WithConsole roles={['admin']}>
      <PhoneCell row={run('p')} />
    </WithConsole>,
  )
  const lines = [...container.querySelectorAll('.job-phone-line')].map((line) => line.textContent)
  expect(lines[0]).toMatch(/^Sync topologypayments.*\d/)
  expect(screen.getByRole('img', { name: 'FAILED' })).toBeDefined()
  expect(lines[1]).toBe('connection refused')
})

const wire = (id: string, details: unknown) => ({
  id,
  name: 'Sync topology',
  resource_type: 'topology',
  resource_id: 't1',
  resource_name: 'payments',
  status: 'WARNING',
  success_count: 3,
  error_count: 2,
  duration_millis: 31_200,
  time_start: startedAt,
  created_at: startedAt,
  details,
})
const modal = (details: unknown) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(details === null ? [] : [wire('m', details)])))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onClose = vi.fn<() => void>()
  render(
    <QueryClientProvider client={client}>
      <JobModal id="m" run={undefined} runs={[]} onClose={onClose} />
    </QueryClientProvider>,
  )
  return client
}

test('a wall shows what fails now, and the history only while nothing does', () => {
  window.history.replaceState(null, '', '/settings/jobs?wall')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const runs = { totals: totals(1, 0), a: run('a', { name: 'Earlier run' }) }
  const { unmount } = draw(<JobsPage />, { runs, jobs: { facts, f: failing() } })
  expect(region('Failing now').textContent).toContain('connection refused')
  expect(screen.queryByText('1 run')).toBeNull()
  unmount()
  draw(<JobsPage />, { runs, jobs: { facts } })
  expect(region('Failing now').textContent).toContain('No failing jobs')
  expect(screen.getByText('1 run')).toBeDefined()
})

test('on a wall a run has nothing to press', () => {
  window.history.replaceState(null, '', '/settings/jobs?wall')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const row = { ...run('r1'), repeats: 3, isOpen: false, isRepeat: false }
  render(<PhoneCell row={row} />)
  expect(screen.getByText('4×')).toBeDefined()
  expect(screen.getByText('Sync topology')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('details open on errors, with duplicates merged; a part without data says No details found [JOBS-11,JOBS-13]', async () => {
  modal({ errors: ['pod 1 is gone', 'pod 22 is gone', 'denied'], scrape_summary: { ConfigItem: { added: 3 } } })
  expect((await screen.findByRole('tab', { name: /^Errors/ })).getAttribute('aria-selected')).toBe('true')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['2×pod 1 is gone', '1×denied'])
  fireEvent.click(screen.getByRole('tab', { name: 'Scrape summary' }))
  expect(screen.getByText(/"added": 3/)).toBeDefined()
  fireEvent.click(screen.getByRole('tab', { name: 'Reconcile summary' }))
  expect(screen.getByRole('heading', { name: 'No details found' })).toBeDefined()
})

test.each([
  [{ errors: [], scrape_summary: { a: 1 }, summary: { b: 1 } }, 'Scrape summary'],
  [{ summary: { b: 1 } }, 'Reconcile summary'],
])('without errors the first part with data is open: %j opens %s [JOBS-11]', async (details, title) => {
  modal(details)
  expect((await screen.findByRole('tab', { name: title })).getAttribute('aria-selected')).toBe('true')
})

test('a run without details opens none, and a deleted run is shown as not found [JOBS-12]', async () => {
  const client = modal({ canary: 'shop' })
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.queryByRole('dialog')).toBeNull()
  modal(null)
  expect(await screen.findByRole('heading', { name: 'Job run not found' })).toBeDefined()
})
