import { expect, test } from 'vitest'
import { auditQuery, type AuditFilter } from './audit-api.ts'

const none: AuditFilter = {
  search: '',
  people: new Map(),
  actions: new Map(),
  kinds: new Map(),
  about: '',
  sorting: null,
}
const span = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-21T00:00:00Z') }
const within = 'at.gte."2026-11-20T00:00:00.000Z",at.lte."2026-11-21T00:00:00.000Z"'
const buildQuery = (filter: Partial<AuditFilter>) => auditQuery({ ...none, ...filter }, span)

test('filters the audit log by person, action, kind, text and resource, in list order', () => {
  expect(buildQuery({})).toEqual({ select: '*', order: 'at.desc.nullslast,id.desc', and: `(${within})` })
  expect(buildQuery({ people: new Map([['Ada, "B"', 1]]), actions: new Map([['created', -1]]) }).and).toBe(
    String.raw`(${within},or(person_name.in.("Ada, \"B\"")),or(action.not.in.("created")))`,
  )
  expect(buildQuery({ people: new Map([['The console', 1]]) }).and).toBe(`(${within},or(person_name.is.null))`)
  expect(buildQuery({ people: new Map([['Ada', -1]]) }).and).toContain(
    'or(person_name.not.in.("Ada"),person_name.is.null)',
  )
  expect(buildQuery({ kinds: new Map([['health check', 1]]) }).and).toContain('or(table_name.in.("canaries"))')
  expect(buildQuery({ about: 'properties/a/b' }).and).toContain('table_name.eq."properties",row_id.eq."a/b"')
  expect(buildQuery({ search: ' sh*"op ' }).and).toContain('row_name.ilike."*shop*"')
  expect(buildQuery({ sorting: { id: 'person', desc: false } }).order).toBe('person_name.asc.nullslast,at.desc,id.desc')
})
