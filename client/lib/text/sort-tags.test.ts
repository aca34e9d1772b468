import { expect, test } from 'vitest'
import { sortTags } from './sort-tags.ts'

test('sorts account, namespace and name first, other tags alphabetically [UI-49]', () => {
  expect(
    sortTags({ zone: 'a', name: 'authorize', cluster: 'prod', namespace: 'payments', account: 'northwind' }),
  ).toEqual([
    { key: 'account', value: 'northwind' },
    { key: 'namespace', value: 'payments' },
    { key: 'name', value: 'authorize' },
    { key: 'cluster', value: 'prod' },
    { key: 'zone', value: 'a' },
  ])
})
