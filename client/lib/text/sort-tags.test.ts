import { expect, test } from 'vitest'
import { sortTags } from './sort-tags.ts'

test('a tag has key and value; account, namespace and name come first, the others by the alphabet [UI-49]', () => {
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
