import { expect, test } from 'vitest'
import { checkRow } from '#shared/testing/check-row.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { RowChange } from '#shared/live/row-change.ts'
import { checksNews } from './checks-news.ts'

const fromMs = Date.parse('2026-11-21T07:48:00Z')
const at = (minutes: number) => fromMs + minutes * 60_000
const well = (id: string, over: Partial<CheckRow> = {}) => checkRow({ id, name: `check ${id}`, ...over })
const bad = (id: string, message = 'got 503') => well(id, { status: 'unhealthy', message })
const change = (before: CheckRow | null, after: CheckRow | null, minutes: number): RowChange<CheckRow> => ({
  key: (after ?? before)?.id ?? '',
  before,
  after,
  observedMs: at(minutes),
})
const buildNews = (changes: RowChange<CheckRow>[], rows: CheckRow[] = []) =>
  checksNews({ fromMs, toMs: at(14), changes, rows: new Map(rows.map((row) => [row.id, row])) })

test('the headline counts failures and recoveries; each line gives details and links to its check', () => {
  const news = buildNews([
    change(well('a'), bad('a'), 1),
    change(bad('a'), well('a'), 2),
    change(well('a'), bad('a', 'timed out'), 3),
    change(well('b'), bad('b', ''), 4),
    change(well('c'), bad('c'), 5),
    change(bad('c'), well('c'), 6),
  ])
  expect(news.headline).toEqual(['2 checks became unhealthy', '1 recovered'])
  expect(news.lines.map(({ name, text, state, href }) => [state, name, text, href])).toEqual([
    ['unhealthy', 'check a', 'failed twice, now: timed out', '/health?checkId=a&timeRange=1h'],
    ['unhealthy', 'check b', 'failed without a message', '/health?checkId=b&timeRange=1h'],
    ['healthy', 'check c', 'healthy again after 1 min', '/health?checkId=c&timeRange=1h'],
  ])
  expect(news.onlyHref).toBe('/health?only=a,b,c')
})

test('checks that stopped reporting form one line, never green, with the start time', () => {
  const silent = ['a', 'b'].map((id) =>
    well(id, { canaryName: 'edge', lastRuntime: new Date(at(3)).toISOString(), intervalMs: 60_000 }),
  )
  expect(buildNews([], silent)).toMatchObject({
    headline: ['2 checks stopped reporting'],
    lines: [
      {
        state: 'healthy',
        stale: true,
        name: 'edge',
        text: '2 checks without data, state unknown',
        atMs: at(3),
        isSince: true,
        href: '/health?only=a,b',
      },
    ],
  })
})

test('added and removed checks make the headline only when nothing else does', () => {
  const added = change(null, well('n'), 1)
  expect(buildNews([added]).headline).toEqual(['1 check added'])
  expect(buildNews([added, change(well('a'), bad('a'), 2)]).headline).toEqual(['1 check became unhealthy'])
})

test('opening a check beside the list keeps the current view', () => {
  window.history.replaceState(null, '', '/health?query=pay')
  buildNews([change(well('a'), bad('a'), 1)]).lines[0]?.onOpen?.()
  expect(window.location.search).toBe('?query=pay&checkId=a&timeRange=1h')
})

test('reports nothing when nothing changed', () => {
  expect(buildNews([change(well('a'), well('a', { owner: 'x' }), 1)], [])).toEqual({
    headline: [],
    lines: [],
    onlyHref: null,
  })
})
