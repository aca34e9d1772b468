import { expect, test } from 'vitest'
import type { HistoryEntry, IncidentComment } from './incident-api.ts'
import { timelineOf } from './timeline.ts'

const ada = { id: 'ada', name: 'Ada', email: '', avatar: null }
const entry = (id: string, own: Partial<HistoryEntry>): HistoryEntry => ({
  id,
  type: null,
  description: null,
  created_at: `2026-11-24T08:00:0${id}Z`,
  created_by: ada,
  hypothesis: null,
  evidence: null,
  responder: null,
  ...own,
})
const comment = (id: string, own: Partial<IncidentComment> = {}): IncidentComment => ({
  id,
  comment: 'It is the disk.',
  created_at: `2026-11-24T08:00:0${id}Z`,
  external_created_by: null,
  created_by: ada,
  ...own,
})

test('what happened and what was said stand in one line of time, the newest first, under both names of a status change [INC-05,INC-16]', () => {
  const history = [
    entry('5', { type: 'incident_status.updated', description: 'resolved' }),
    entry('4', { type: 'incident.status_updated', description: 'mitigated' }),
    entry('2', { type: 'hypothesis.created', hypothesis: { title: 'The disk is full' } }),
    entry('1', { type: 'incident.created', description: 'open' }),
  ]
  expect(timelineOf(history, [comment('3')]).map(({ who, what, said }) => `${who}: ${said ?? what}`)).toEqual([
    'null: Status set to resolved',
    'null: Status set to mitigated',
    'Ada: It is the disk.',
    'Ada: added the hypothesis “The disk is full”',
    'Ada: opened the incident',
  ])
})

test('each thing that is recorded is told, and what came from outside under its own author', () => {
  const history = [
    entry('1', { type: 'hypothesis.status_updated', description: 'likely', hypothesis: { title: 'The disk' } }),
    entry('2', { type: 'evidence.created', evidence: { description: 'disk check' } }),
    entry('3', { type: 'evidence.done_definition_added', evidence: null }),
    entry('4', { type: 'responder.created', responder: { person: null, team: { name: 'Storage' } } }),
    entry('5', { type: 'responder.commented' }),
    entry('6', { type: 'something.new' }),
  ]
  const outside = comment('7', { external_created_by: 'jira: Kofi' })
  expect(timelineOf(history, [outside]).map(({ who, what }) => [who, what])).toEqual([
    ['jira: Kofi', ''],
    [null, 'something.new'],
    ['Ada', 'asked Storage to help'],
    [null, '“something that was removed” says when it is done'],
    ['Ada', 'added evidence “disk check”'],
    [null, '“The disk” is held for likely'],
  ])
})
