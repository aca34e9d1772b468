import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { healthChecks } from '#shared/health/health-topics.ts'
import { failingJobs } from '#shared/jobs/job-topics.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Overview } from './overview.tsx'

const nowMs = Date.UTC(2026, 10, 21, 8)
const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString()
const fresh = { lastRuntime: ago(0), lastTransition: ago(13) }

const responses = new Map<string, () => Response>()
const list =
  (...rows: readonly object[]) =>
  () =>
    Response.json(rows, { headers: { 'Content-Range': `0-${rows.length}/${rows.length}` } })

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
  responses.clear()
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, window.location.origin)
    return (responses.get(pathname) ?? list())()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

interface Shown {
  readonly checks: readonly Partial<Parameters<typeof checkRow>[0] & object>[]
  readonly status?: Parameters<typeof LiveRows>[0]['status']
  readonly loading?: string
  readonly jobs?: readonly object[]
  readonly roles?: readonly string[]
}

const show = ({ checks, jobs = [], status = 'live', loading, roles = ['admin'] }: Shown) =>
  render(
    <WithConsole roles={roles}>
      <LiveRows
        status={status}
        loading={loading}
        rows={{
          [failingJobs.name]: Object.fromEntries(jobs.map((job, index) => [`${index}`, job])),
          [healthChecks.name]: Object.fromEntries(
            checks.map((check, index) => [`${index}`, checkRow({ id: `c${index}`, ...fresh, ...check })]),
          ),
        }}
      >
        <Overview />
      </LiveRows>
    </WithConsole>,
  )

const strip = async () => within(await screen.findByRole('region', { name: 'What is broken' }))
const recent = () => within(screen.getByRole('region', { name: /^Last hour/ }))

test('shows unhealthy checks with their messages and since when, linked to the filtered page', async () => {
  show({
    checks: [{ name: 'authorize', status: 'unhealthy', message: 'https://shop.test: got 503' }, { name: 'home' }],
  })
  const shown = await strip()
  const tile = await shown.findByRole('link', { name: '1 unhealthy check' })
  expect(tile.getAttribute('href')).toBe('/health?status=unhealthy:1')
  expect(shown.getByRole('link', { name: 'authorize got 503 (https://shop.test)' }).getAttribute('href')).toBe(
    '/health?checkId=c0&timeRange=1h',
  )
  expect(await shown.findByText('13 min')).toBeDefined()
  expect(shown.queryByText(/Nothing/)).toBeNull()
})

test('shows failures without a valid time', async () => {
  const moment = '9999999-01-01T00:00:00Z'
  responses.set(
    '/api/db/incidents',
    list({ id: 'i1', incident_id: 'INC-7', title: 'Payments fail', created_at: moment }),
  )
  responses.set('/api/db/playbook_runs', list({ id: 'r1', created_at: '1h', playbooks: { name: 'restart' } }))
  show({ checks: [{ name: 'authorize', status: 'unhealthy', lastTransition: moment, lastRuntime: moment }] })
  const shown = await strip()
  expect(await shown.findByRole('link', { name: 'INC-7 Payments fail' })).toBeDefined()
  expect(await shown.findByRole('link', { name: /restart/ })).toBeDefined()
  expect(await shown.findByRole('link', { name: /^authorize/ })).toBeDefined()
})

test('shows open incidents, waiting runs, failed and suppressed notifications', async () => {
  responses.set('/api/db/incidents', list({ id: 'i1', incident_id: 'INC-7', title: 'Card payments fail' }))
  responses.set('/api/db/playbook_runs', list({ id: 'r1', created_at: ago(2), playbooks: { name: 'restart' } }))
  responses.set(
    '/api/db/notification_send_history_summary',
    list({ id: 's1', source_event: 'check.failed', resource: { name: 'authorize' } }),
  )
  show({ checks: [{}] })
  const shown = await strip()
  expect(await shown.findByRole('link', { name: '1 open incident' })).toBeDefined()
  expect(shown.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '1 open incident',
    '1 failed notification in 24 h',
    '1 run waiting for approval',
    '1 suppressed notification in 24 h',
  ])
  expect(shown.getByRole('link', { name: 'INC-7 Card payments fail' }).getAttribute('href')).toBe('/incidents/i1')
})

const failingJob = (resourceType: string, resourceName: string, status: string) => ({
  kind: 'failing',
  run: { id: resourceName, name: 'Job', resourceType, resourceName, status, message: 'access denied' },
  firstSeen: ago(9),
})

test('shows failing scrapers and failing jobs apart, each linked to its filtered page', async () => {
  show({
    checks: [{}],
    jobs: [failingJob('config_scraper', 'aws', 'FAILED'), failingJob('topology', 'shop', 'WARNING')],
  })
  const shown = await strip()
  const href = async (name: string) => (await shown.findByRole('link', { name })).getAttribute('href')
  expect(await href('1 failing scraper')).toBe('/catalog/scrapers?status=FAILED:1,WARNING:1')
  expect(await href('1 failing job')).toBe('/settings/jobs?status=FAILED:1,WARNING:1')
  expect(await href('aws access denied')).toBe('/settings/jobs?job=aws')
})

test('says in one quiet line that nothing is broken', async () => {
  const { container } = show({ checks: [{}, { status: '' }] })
  const shown = await strip()
  expect(shown.getByText('Nothing is broken')).toBeDefined()
  expect(shown.getByText(/^1 healthy check, 1 with no results, no open incidents, /)).toBeDefined()
  expect(container.querySelector('.overview-quiet [data-state=healthy]:not([data-stale])')).not.toBeNull()
})

test('never shows unknown or stale values as zero or healthy', async () => {
  responses.set('/api/db/incidents', () => new Response('', { status: 500 }))
  const { container, unmount } = show({ checks: [{}] })
  const shown = await strip()
  expect(shown.getByText('Nothing known to be broken')).toBeDefined()
  expect(shown.getByRole('heading', { name: 'Incidents unknown' })).toBeDefined()
  expect(container.querySelector('.overview-quiet [data-state=healthy]')).toBeNull()
  unmount()
  const stale = show({ checks: [{ name: 'home', status: 'unhealthy' }], status: 'stale' })
  expect(await (await strip()).findByText('last known')).toBeDefined()
  expect(stale.container.querySelector('[data-state=unhealthy]:not([data-stale])')).toBeNull()
})

test('a check that stopped reporting is stale, and nothing healthy is claimed without a result', async () => {
  show({ checks: [{ name: 'edge', lastRuntime: ago(30) }, {}] })
  const stale = await (await strip()).findByRole('link', { name: '1 stale check' })
  expect(stale.getAttribute('href')).toBe('/health?only=c0')
})

test('without checks it claims nothing', async () => {
  show({ checks: [] })
  expect((await strip()).getByText('Nothing known to be broken')).toBeDefined()
})

test('shows nothing green while a part is loading', async () => {
  const { container } = show({ checks: [{}], loading: 'jobs.failing' })
  expect(await screen.findByRole('status', { name: 'Loading overview' })).toBeDefined()
  expect(container.querySelector('[data-state=healthy]:not([data-quiet])')).toBeNull()
})

test('shows tiles together, and after a second those that are known beside the places of the others', async () => {
  const { container } = show({ checks: [{ status: 'unhealthy' }], loading: 'jobs.failing' })
  await waitFor(() => expect(container.querySelectorAll('.overview-tile [aria-busy=true]')).toHaveLength(2))
  expect(screen.queryByRole('link', { name: '1 unhealthy check' })).toBeNull()
  expect(await screen.findByRole('link', { name: '1 unhealthy check' }, { timeout: 5_000 })).toBeDefined()
  expect(screen.getByRole('status', { name: 'Loading jobs' })).toBeDefined()
})

test('has no part that the viewer may not read', async () => {
  const { container, unmount } = show({ checks: [{ status: 'unhealthy' }], roles: [] })
  expect(container.querySelector('.overview')?.childElementCount).toBe(0)
  unmount()
  show({ checks: [{ status: 'unhealthy' }], status: 'refused' })
  expect(screen.queryByText(/Nothing|unhealthy|Unknown/)).toBeNull()
})

test('lists what changed in the last hour, newest first', async () => {
  responses.set('/api/db/config_changes', list({ id: 'x', change_type: 'diff', created_at: ago(20) }))
  show({
    checks: [
      { name: 'home' },
      { name: 'authorize', status: 'unhealthy', message: 'got 503', lastTransition: ago(4) },
      { name: 'old', lastTransition: ago(70) },
    ],
  })
  expect(await recent().findByText('1 catalog change')).toBeDefined()
  expect(
    recent()
      .getAllByRole('link')
      .map(({ textContent }) => textContent?.slice(5)),
  ).toEqual(['authorize became unhealthy: got 503', 'home became healthy', '1 catalog change latest: diff'])
})

test('says that nothing changed only if everything is known', async () => {
  const { unmount } = show({ checks: [{ lastTransition: null }] })
  expect(await recent().findByText('No changes.')).toBeDefined()
  unmount()
  responses.set('/api/db/config_changes', () => new Response('', { status: 500 }))
  show({ checks: [{ lastTransition: null }] })
  expect(await recent().findByText('Unknown: catalog changes.')).toBeDefined()
  expect(recent().queryByText('No changes.')).toBeNull()
})

const onWall = (getBottom: (element: Element) => number) => {
  window.history.replaceState(null, '', '/?wall')
  document.documentElement.style.fontSize = '16px'
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 0, 100, this.matches('.overview') ? 150 : getBottom(this))
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
    document.documentElement.style.fontSize = ''
    window.history.replaceState(null, '', '/')
  })
}

test('a wall hides tiles that its lower edge cuts, and names them', async () => {
  onWall((element) => 100 * ([...document.querySelectorAll('.overview-tile')].indexOf(element) + 1))
  responses.set(
    '/api/db/incidents',
    list({ id: 'i1', incident_id: 'INC-7', title: 'Payments fail', created_at: ago(3) }),
  )
  show({ checks: [{ name: 'authorize', status: 'unhealthy' }] })
  expect(await screen.findByText('1 more: 1 open incident')).toBeDefined()
  const [first, second] = document.querySelectorAll<HTMLElement>('.overview-tile')
  expect([first?.style.display, second?.style.display]).toEqual(['', 'none'])
})

test('a wall whose tiles do not fit shows their titles', async () => {
  onWall((element) => {
    const isSmall = document.querySelector('.overview')?.hasAttribute('data-crowded')
    return (isSmall ? 50 : 100) * ([...document.querySelectorAll('.overview-tile')].indexOf(element) + 1)
  })
  responses.set('/api/db/incidents', list({ id: 'i1', incident_id: 'INC-7', title: 'Payments fail' }))
  show({ checks: [{ name: 'authorize', status: 'unhealthy' }] })
  await waitFor(() => expect(document.querySelector('.overview[data-crowded]')).not.toBeNull())
  expect(screen.queryByText(/1 more/)).toBeNull()
})

test('a wall shows the rows of the last hour that fit below its tiles', async () => {
  onWall((element) =>
    element.matches('li') ? 100 + 26 * [...document.querySelectorAll('.overview-recent li')].indexOf(element) : 90,
  )
  show({
    checks: [1, 2, 3].map((minutes) => ({ name: `check ${minutes}`, lastTransition: ago(minutes) })),
  })
  await recent().findByText('check 3')
  const rows = [...document.querySelectorAll<HTMLElement>('.overview-recent li')]
  await waitFor(() => expect(rows.map(({ style }) => style.display)).toEqual(['', '', 'none']))
})
