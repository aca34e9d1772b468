import { expect, test } from 'vitest'
import { listEntries, entryAt, isIssueIn } from './spec-entries.ts'
import { withFormIssues } from './spec-forms.ts'

const topology = {
  schedule: '@every 5m',
  components: [
    { name: 'shop', components: [{ name: 'cart', components: [{ name: '' }] }, { lookup: { http: [] } }] },
    { name: 'mail' },
  ],
}

test('lists the entries of a spec in text order, nested ones after their parent', () => {
  const entries = listEntries('topologies', topology)
  expect(entries.map(({ label, depth, path }) => [label, depth, path.join('.')])).toEqual([
    ['shop', 0, 'components.0'],
    ['cart', 1, 'components.0.components.0'],
    ['components 1', 2, 'components.0.components.0.components.0'],
    ['components 2', 1, 'components.0.components.1'],
    ['mail', 0, 'components.1'],
  ])
  expect(entries.map((entry) => entryAt(topology, entry)['name'])).toEqual(['shop', 'cart', '', undefined, 'mail'])
})

test('does not list arrays within entries of other types', () => {
  const canary = { http: [{ name: 'page', http: [{ name: 'no check' }] }], unknown: [{}] }
  expect(listEntries('canaries', canary).map(({ label, type }) => [label, type?.label])).toEqual([
    ['page', 'HTTP'],
    ['unknown 1', undefined],
  ])
})

test('assigns an error to its entry at any depth; a component found by lookup needs no name', () => {
  const issues = withFormIssues('topologies', undefined)(topology)
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['components.0.components.0.components.0.name'])
  const invalid = listEntries('topologies', topology).filter((entry) => issues.some((issue) => isIssueIn(issue, entry)))
  expect(invalid.map(({ path }) => path.join('.'))).toEqual(['components.0.components.0.components.0'])
})

test('assigns an invalid list of components to its parent', () => {
  const [shop] = listEntries('topologies', { components: [{ name: 'shop', components: 'none' }] })
  expect(shop && isIssueIn({ path: ['components', 0, 'components'], message: 'no list' }, shop)).toBe(true)
})
