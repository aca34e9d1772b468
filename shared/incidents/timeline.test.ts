import { expect, test } from 'vitest'
import { historySchema, type HistoryEntry, type IncidentComment } from '#shared/incidents/incident-part.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { buildTimeline } from './timeline.ts'

type TimelineParts = Parameters<typeof buildTimeline>[0]

const ada = { id: 'ada', name: 'Ada', avatar: null }
const at = (second: string) => `2026-11-24T08:00:0${second}Z`
const entry = (id: string, own: Partial<HistoryEntry>): HistoryEntry => ({
  id,
  type: null,
  description: null,
  created_at: at(id),
  created_by: ada,
  hypothesis: null,
  evidence: null,
  responder: null,
  ...own,
})
const comment = (id: string, own: Partial<IncidentComment> = {}): IncidentComment => ({
  id,
  comment: 'It is the disk.',
  created_at: at(id),
  external_created_by: null,
  created_by: ada,
  ...own,
})
const seen = (id: string, own: Partial<Observed>): Observed => ({
  id,
  about: 'check',
  at: at(id),
  who: null,
  name: 'front',
  says: '',
  went: null,
  ref: `ref ${id}`,
  config_id: null,
  thing_id: 't',
  ...own,
})
const outside = (properties: object) => historySchema.shape.responder.parse({ person: null, team: null, properties })
const nothing: TimelineParts = { history: [], comments: [], observed: [], notes: [], marks: [] }
const formatLines = (parts: Partial<TimelineParts>, showsActors = true) =>
  buildTimeline({ ...nothing, ...parts }, { showsActors }).map(({ actor, text, body }) => `${actor}: ${body ?? text}`)

test('a comment names its hypothesis [INC-15]', () => {
  const comments = [comment('5', { hypothesis: { title: 'Full disk' } })]
  expect(buildTimeline({ ...nothing, comments }, { showsActors: true })).toMatchObject([
    { text: 'on “Full disk”', body: 'It is the disk.' },
  ])
})

test('merges events and comments in time order, with both names of a status change [INC-05,INC-16]', () => {
  const history = [
    entry('5', { type: 'incident_status.updated', description: 'resolved' }),
    entry('4', { type: 'incident.status_updated', description: 'mitigated' }),
    entry('2', { type: 'hypothesis.created', hypothesis: { title: 'The disk is full' } }),
    entry('1', { type: 'incident.created', description: 'open' }),
  ]
  expect(formatLines({ history, comments: [comment('3')] })).toEqual([
    'Ada: opened the incident',
    'Ada: added the hypothesis “The disk is full”',
    'Ada: It is the disk.',
    'Ada: set the status to mitigated',
    'Ada: set the status to resolved',
  ])
})

test('lists each record; omits actors where the backend names the row owner, and keeps external authors', () => {
  const history = [
    entry('1', { type: 'hypothesis.status_updated', description: 'likely', hypothesis: { title: 'The disk' } }),
    entry('2', { type: 'evidence.created', evidence: { description: 'disk check' } }),
    entry('3', { type: 'evidence.done_definition_added', evidence: null }),
    entry('4', { type: 'responder.created', responder: { person: null, team: { name: 'Storage' } } }),
    entry('4', { type: 'responder.created', responder: outside({ responderType: 'email', to: 'ann@example.test' }) }),
    entry('4', { type: 'responder.created', responder: outside({}) }),
    entry('5', { type: 'responder.commented' }),
    entry('6', { type: 'something.new' }),
    entry('8', { type: 'incident.status_updated', description: 'closed' }),
  ]
  expect(formatLines({ history, comments: [comment('7', { external_created_by: 'jira: Kofi' })] }, false)).toEqual([
    'null: “The disk” rated as likely',
    'Ada: added evidence “disk check”',
    'null: “a deleted item” added to the definition of done',
    'Ada: asked Storage to help',
    'Ada: asked ann@example.test to help',
    'Ada: asked someone to help',
    'null: something.new',
    'jira: Kofi: It is the disk.',
    'null: Status set to closed',
  ])
})

test('describes observed events by kind', () => {
  const observed = [
    seen('1', { went: 'badly', says: 'HTTP 500' }),
    seen('2', { about: 'change', who: 'argocd', name: 'shop', says: 'diff: replicas 2 to 0' }),
    seen('3', { about: 'change', name: 'shop' }),
    seen('4', { about: 'run', who: 'Ada', name: 'Restart' }),
    seen('5', { about: 'run', who: 'Ada', name: 'Restart', went: 'well' }),
    seen('6', { about: 'run', name: 'Restart', went: 'badly', says: 'exit code 1' }),
    seen('7', { about: 'send', name: 'Kofi', says: 'front fails', went: 'well' }),
    seen('8', { about: 'send', name: '#ops', went: 'badly' }),
    seen('9', { went: 'well' }),
  ]
  expect(formatLines({ observed })).toEqual([
    'null: front became unhealthy: HTTP 500',
    'argocd: changed shop: diff: replicas 2 to 0',
    'null: shop changed',
    'Ada: ran Restart',
    'null: Restart completed',
    'null: Restart did not complete: exit code 1',
    'null: “front fails” sent to Kofi',
    'null: A message not sent to #ops',
    'null: front became healthy',
  ])
})

test('a line with a corrected time moves there, keeps its recorded time and its identity', () => {
  const parts = {
    ...nothing,
    comments: [comment('5'), comment('6')],
    notes: [{ id: 'n', at: at('1'), who: 'Ada', says: 'Called the provider' }],
    marks: [
      { id: 'comment 6', hidden: false, pinned: true, at: at('2') },
      { id: 'comment 5', hidden: true, pinned: false, at: null },
    ],
  }
  const lines = buildTimeline(parts, { showsActors: true })
  expect(lines.map((line) => [line.id, line.at, line.recordedAt, line.isHidden, line.isPinned])).toEqual([
    ['note n', at('1'), null, false, false],
    ['comment 6', at('2'), at('6'), false, true],
    ['comment 5', at('5'), null, true, false],
  ])
})
