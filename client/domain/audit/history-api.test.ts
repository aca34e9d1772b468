import { expect, test } from 'vitest'
import type { AuditEntry } from '#shared/audit/audit-entry.ts'
import { restoreChanges } from './history-api.ts'

const entry = (id: string, before: AuditEntry['before'], more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-11-20T10:00:00.000Z',
  person_id: null,
  person_name: 'Grace',
  action: 'changed',
  table_name: 'teams',
  row_id: 't',
  row_name: 'web',
  changed: Object.keys(before ?? {}),
  origin: null,
  before,
  after: null,
  ...more,
})

test('a restore writes the columns that differ from that version', () => {
  const created = entry('1', null, { action: 'created' })
  const entries = [
    entry('4', { spec: { a: 3 }, name: 'web' }),
    entry('3', { spec: { a: 2 } }),
    entry('member', { person_id: 'p' }, { table_name: 'team_members' }),
    entry('2', { icon: 'group' }),
    created,
  ]
  const current = { id: 't', name: 'shop', icon: 'star', spec: { a: 4 } }
  expect(restoreChanges(entries, created, current)).toEqual({ name: 'web', icon: 'group', spec: { a: 2 } })
  expect(restoreChanges(entries, entry('3', null), current)).toEqual({ name: 'web', spec: { a: 3 } })
  expect(restoreChanges(entries, entry('4', null), current)).toEqual({})
})

test('a restore keeps secrets, the source and unchanged values', () => {
  const first = entry('1', null, { action: 'created' })
  const entries = [entry('2', { password: '***', source: 'UI', updated_at: 'x', url: 'same' }), first]
  expect(restoreChanges(entries, first, { password: null, source: 'Push', url: 'same' })).toEqual({})
})
