import { expect, test } from 'vitest'
import type { HistoryEntry } from '#shared/incidents/incident-part.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { buildLanes } from './timeline-lanes.ts'
import { buildTimeline } from './timeline.ts'

const at = (minute: number) => `2026-11-24T08:${String(minute).padStart(2, '0')}:00.000Z`
const toMinute = (ms: number) => Math.round((ms - Date.parse(at(0))) / 60_000)
const ada = { id: 'ada', name: 'Ada', avatar: null }
const entry = (minute: number, type: string, description: string | null = null): HistoryEntry => ({
  id: `${type} ${minute}`,
  type,
  description,
  created_at: at(minute),
  created_by: ada,
  hypothesis: null,
  evidence: null,
  responder: null,
})
const seen = (id: string, minute: number, own: Partial<Observed>): Observed => ({
  id,
  about: 'check',
  at: at(minute),
  who: null,
  name: 'front',
  says: '',
  went: null,
  ref: 'front',
  config_id: null,
  thing_id: 't',
  ...own,
})

const lanes = (history: readonly HistoryEntry[], observed: readonly Observed[], endedAt: string | null = null) =>
  buildLanes({
    lines: buildTimeline({ history, observed, comments: [], notes: [], marks: [] }, { showsActors: true }),
    observed,
    history,
    openedAt: at(10),
    endedAt,
    nowMs: Date.parse(at(50)),
  })
const shown = (found: ReturnType<typeof lanes>) =>
  found.lanes.map(({ group, name, bars, marks }) =>
    [
      `${group} ${name}:`,
      ...bars.map(({ fromMs, untilMs, was }) => `${was} ${toMinute(fromMs)}-${toMinute(untilMs)}`),
      ...marks.map(({ atMs, went }) => `${went ?? '·'} ${toMinute(atMs)}`),
    ].join(' '),
  )

test('each resource has a lane: incident, checks and runs as bars; changes, messages and people as marks', () => {
  const history = [
    entry(10, 'incident.created', 'open'),
    entry(30, 'incident_status.updated', 'mitigated'),
    entry(40, 'incident_status.updated', 'resolved'),
  ]
  const found = lanes(
    history,
    [
      seen('1', 8, { went: 'badly' }),
      seen('2', 35, { went: 'well' }),
      seen('3', 6, { about: 'change', name: 'shop', config_id: 'shop', says: 'replicas' }),
      seen('4', 20, { about: 'run', name: 'Restart', ref: 'r1' }),
      seen('5', 22, { about: 'run', name: 'Restart', ref: 'r1', went: 'badly' }),
      seen('6', 25, { about: 'run', name: 'Restart', ref: 'r2' }),
      seen('7', 9, { about: 'send', name: 'Kofi', ref: 's1', went: 'well' }),
      seen('8', 11, { about: 'send', name: 'Kofi', ref: 's2', went: 'badly' }),
    ],
    at(40),
  )
  expect(shown(found)).toEqual([
    'incident Status: status open 10-30 status mitigated 30-40 status resolved 40-40',
    'checks front: well 4-8 badly 8-35 well 35-40',
    'changes shop: · 6',
    'runs Restart: badly 20-22 going 25-40',
    'notifications 1 sent, 1 failed: well 9 badly 11',
    'people Ada: · 10 · 30 · 40',
  ])
  expect([toMinute(found.fromMs), toMinute(found.untilMs)]).toEqual([4, 40])
})

test('an open incident extends to now, and one without events shows only its status', () => {
  expect(shown(lanes([], []))).toEqual(['incident Status: status open 10-50'])
})
