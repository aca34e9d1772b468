import { expect, test } from 'vitest'
import { allResourceKinds, isTableWith, resourceKinds, tablesWith } from './resource-kinds.ts'

test('lists each kind under its table, with names that no other kind has', () => {
  expect(allResourceKinds.map(({ table }) => table)).toEqual(Object.keys(resourceKinds))
  for (const names of [
    allResourceKinds.map(({ kind }) => kind),
    allResourceKinds.map(({ noun }) => noun),
    allResourceKinds.flatMap(({ specSchema, documentSchemas }) => [specSchema ?? [], documentSchemas].flat()),
  ])
    expect([...new Set(names)]).toEqual(names)
})

test('finds the tables of the kinds that have a field', () => {
  expect(tablesWith('hasDryRun')).toEqual(['canaries', 'config_scrapers', 'topologies', 'playbooks'])
  expect(isTableWith('teams', 'settingsFeature')).toBe(true)
  expect(isTableWith('playbooks', 'settingsFeature')).toBe(false)
  expect(isTableWith('checks', 'table')).toBe(false)
})
