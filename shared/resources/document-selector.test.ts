import { expect, test } from 'vitest'
import { itemSelectorSchema, selectorSchema } from './document-selector.ts'

test.each([
  [{ name: 'a' }, { name: 'a' }],
  [{ class: 'Cluster' }, { search: 'config_class="Cluster"' }],
  [
    { type: 'Kubernetes::Pod', external_id: 'a/b', search: 'x | y', tags: { site: 'north' } },
    { types: ['Kubernetes::Pod'], search: '(x | y) external_id="a/b"', tagSelector: 'site=north' },
  ],
])('a query of items %j is the selector %j', (query, selector) => {
  expect(itemSelectorSchema.parse(query)).toEqual(selector)
})

test('a quote cannot end the text of a query', () => {
  expect(itemSelectorSchema.safeParse({ external_id: 'a" | "b' }).success).toBe(false)
})

test('selectors of other resources have no class', () => {
  expect(selectorSchema.safeParse({ class: 'Cluster' }).success).toBe(false)
})
