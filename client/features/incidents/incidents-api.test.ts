import { expect, test } from 'vitest'
import { readFilter } from '#shared/filters/filter-value.ts'
import { incidentsQuery, type IncidentFilter } from './incidents-api.ts'

const none: IncidentFilter = {
  me: '',
  search: '',
  severities: readFilter(''),
  statuses: readFilter(''),
  types: readFilter(''),
  sorting: null,
  owner: '',
  component: '',
  team: '',
  involvedPersonId: '',
  unacknowledged: false,
}

const urgent = 'closed.desc.nullsfirst,resolved.desc.nullsfirst,acknowledged.desc.nullsfirst,created_at.desc'

test('unacknowledged incidents come first, then the newest, each with only its last comment', () => {
  const { select, ...rest } = incidentsQuery(none)
  expect(select).toContain('comments!comments_incident_id_fkey(comment,')
  expect(rest).toEqual({
    order: `${urgent},id.asc`,
    'comments.order': 'created_at.desc',
    'comments.limit': '1',
    'responders.deleted_at': 'is.null',
  })
})

test('own open incidents come first, then unacknowledged ones; a chosen order overrides this', () => {
  const query = incidentsQuery({ ...none, me: 'p1' })
  expect(query).toMatchObject({
    order:
      'closed.desc.nullsfirst,resolved.desc.nullsfirst,i_lead(id).asc.nullslast,i_speak(id).asc.nullslast,acknowledged.desc.nullsfirst,created_at.desc,id.asc',
    'i_lead.id': 'eq.p1',
    'i_speak.id': 'eq.p1',
  })
  expect(query['select']).toContain('i_lead:commander_id(id),i_speak:communicator_id(id)')
  const sorting = { id: 'title', desc: false }
  expect(incidentsQuery({ ...none, me: 'p1', sorting })).toEqual(incidentsQuery({ ...none, sorting }))
})

test('filters include and exclude, and read both spellings of Medium [INC-02]', () => {
  const filter = {
    ...none,
    severities: readFilter('Medium:1'),
    statuses: readFilter('closed:-1'),
    types: readFilter(''),
  }
  expect(incidentsQuery(filter).and).toBe('(severity.in.("Medium","medium"),status.not.in.("closed"))')
})

test('a search matches titles and numbers, and wildcards in it have no effect', () => {
  expect(incidentsQuery({ ...none, search: ' pay*"ments ' }).and).toBe(
    '(or(title.ilike."*payments*",incident_id.ilike."*payments*"))',
  )
})

test('an unknown sort order falls back to the default', () => {
  expect(incidentsQuery({ ...none, sorting: { id: 'word', desc: false } }).order).toBe(`${urgent},id.asc`)
  const orderBy = (id: string) => incidentsQuery({ ...none, sorting: { id, desc: false } }).order
  expect(orderBy('title')).toBe('title.asc.nullslast,id.asc')
  expect(orderBy('who')).toBe('commander(name).asc.nullslast,id.asc')
  expect(orderBy('number')).toBe('created_at.asc.nullslast,id.asc')
})

test('owner, component, team and own incidents narrow the list but not the related rows it shows', () => {
  const query = incidentsQuery({
    ...none,
    owner: 'p1',
    component: 'c1',
    team: 't1',
    involvedPersonId: 'p2',
    unacknowledged: true,
  })
  expect(query['select']).toContain('of_component:hypotheses!inner(evidences!inner(component_id))')
  expect(query['select']).toContain('responders(id),hypotheses(evidences(')
  expect(query).toMatchObject({
    'of_component.evidences.component_id': 'eq.c1',
    'of_team.team_id': 'eq.t1',
    'of_team.deleted_at': 'is.null',
    and: '(commander_id.eq.p1,or(commander_id.eq.p2,communicator_id.eq.p2),acknowledged.is.null)',
  })
})
