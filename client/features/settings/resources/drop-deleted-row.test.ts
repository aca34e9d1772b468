import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { dropDeletedRow } from './drop-deleted-row.ts'

const listed = () => ({ rows: [{ id: 'a' }, { id: 'b' }], total: 2 })

test('a deleted row leaves the cached lists at once, also that of the integrations', () => {
  const client = new QueryClient()
  const keys = [
    ['resources', 'topologies', 'list', ''],
    ['integrations', { search: '' }],
    ['resources', 'teams', 'list', ''],
  ]
  for (const key of keys) client.setQueryData(key, listed())
  dropDeletedRow(client, 'topologies', 'a')
  expect(keys.map((key) => client.getQueryData(key))).toEqual([
    { rows: [{ id: 'b' }], total: 1 },
    { rows: [{ id: 'b' }], total: 1 },
    listed(),
  ])
  expect(client.getQueryState(['integrations', { search: '' }])?.isInvalidated).toBe(true)
})
