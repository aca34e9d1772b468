import { expect, test } from 'vitest'
import { formatQuiet, summarizeAreas, toArea, type Area, type Finding } from './area.ts'

const line = { key: 'a', name: 'a', text: '', sinceMs: null, href: '/health' }
const finding = (over: Partial<Finding> = {}): Finding => ({
  key: 'unhealthy checks',
  state: 'unhealthy',
  title: '1 unhealthy check',
  href: '/health',
  isBroken: true,
  lines: [line],
  ...over,
})
const area = (over: Partial<Extract<Area, { kind: 'known' }>> = {}): Area => ({
  kind: 'known',
  name: 'Checks',
  isStale: false,
  findings: [],
  healthyText: '3 healthy checks',
  ...over,
})
const live = { status: 'live', isKnown: true, reason: null } as const
const found = () => ({ findings: [finding(), finding({ key: 'none', lines: [] })], healthyText: null })

test('an area has the findings with lines, and is stale while one of its sources is', () => {
  expect(toArea('Checks', [live], found)).toEqual(area({ findings: [finding()], healthyText: null }))
  expect(toArea('Checks', [live, { ...live, status: 'offline' }], found)).toEqual(
    area({ findings: [finding()], healthyText: null, isStale: true }),
  )
})

test('an area without permission is absent, one that never received a value is unknown', () => {
  expect(toArea('Jobs', [live, { ...live, status: 'refused' }], found)).toBeNull()
  expect(toArea('Jobs', [{ status: 'stale', isKnown: false, reason: 'Timeout.' }, live], found)).toEqual({
    kind: 'unknown',
    name: 'Jobs',
    reason: 'Timeout.',
  })
  expect(toArea('Jobs', [{ ...live, status: 'loading' }], found)).toEqual({ kind: 'loading', name: 'Jobs' })
})

test('failures come first and decide the summary, whatever else is loading', () => {
  const waiting = finding({ key: 'waiting runs', state: 'warning', isBroken: false })
  const summary = summarizeAreas([
    { kind: 'loading', name: 'Jobs' },
    area({ findings: [waiting] }),
    area({ findings: [finding()] }),
  ])
  expect(summary.kind).toBe('broken')
  expect(summary.findings.map(({ finding: { key } }) => key)).toEqual(['unhealthy checks', 'waiting runs'])
})

test('nothing is broken only if every area is known and states something healthy', () => {
  const waiting = finding({ state: 'warning', isBroken: false })
  expect(summarizeAreas([area({ findings: [waiting] }), area()]).kind).toBe('quiet')
  expect(summarizeAreas([area(), { kind: 'loading', name: 'Jobs' }]).kind).toBe('loading')
  expect(summarizeAreas([area(), { kind: 'unknown', name: 'Jobs', reason: null }]).kind).toBe('unknown')
  expect(summarizeAreas([area({ healthyText: null })]).kind).toBe('unknown')
  expect(summarizeAreas([area({ isStale: true }), area()])).toMatchObject({ kind: 'quiet', isStale: true })
})

test('claims nothing when nothing could be read', () => {
  const unknown = { kind: 'unknown', name: 'Jobs', reason: 'Timeout.' } as const
  expect(formatQuiet(summarizeAreas([unknown]))).toBe('State unknown')
  const known = toArea('Checks', [live], () => ({ findings: [], healthyText: '3 healthy checks' }))
  expect(formatQuiet(summarizeAreas([unknown, ...(known === null ? [] : [known])]))).toBe('Nothing known to be broken')
})
