import { expect, test } from 'vitest'
import { readFilter } from '#shared/filters/filter-value.ts'
import { incidentsQuery, type IncidentFilter } from './incidents-api.ts'

const none: IncidentFilter = {
  search: '',
  severities: readFilter(''),
  statuses: readFilter(''),
  types: readFilter(''),
  sorting: null,
}

test('the newest come first, each with its last comment alone', () => {
  const { select, ...rest } = incidentsQuery(none)
  expect(select).toContain('comments!comments_incident_id_fkey(comment,')
  expect(rest).toEqual({
    order: 'created_at.desc.nullslast,id.asc',
    'comments.order': 'created_at.desc',
    'comments.limit': '1',
    'responders.deleted_at': 'is.null',
  })
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

test('a search finds titles and numbers, and is no pattern of its own', () => {
  expect(incidentsQuery({ ...none, search: ' pay*"ments ' }).or).toBe(
    '(title.ilike."*payments*",incident_id.ilike."*payments*")',
  )
})

test('an order that the backend does not know is the usual one', () => {
  expect(incidentsQuery({ ...none, sorting: { id: 'word', desc: false } }).order).toBe(
    'created_at.desc.nullslast,id.asc',
  )
  expect(incidentsQuery({ ...none, sorting: { id: 'title', desc: false } }).order).toBe('title.asc.nullslast,id.asc')
})
