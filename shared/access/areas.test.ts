import { expect, test } from 'vitest'
import { areaName, areaNamed, areas } from './areas.ts'

test('finds an area by its name, otherwise by its object in grants', () => {
  expect(areaNamed('connections')).toEqual({
    name: 'connections',
    resource: 'connections',
    object: 'connection',
    feature: 'settings.connections',
  })
  expect(areaNamed('connection')).toEqual(areaNamed('connections'))
  expect(areaNamed('catalog')).toEqual({ name: 'catalog', resource: 'database', object: 'catalog', feature: 'config' })
  expect(areaNamed('kubernetes-proxy')).toBeUndefined()
})

test('a question of a gate has the name of its area', () => {
  expect(areaName('database', 'catalog')).toBe('catalog')
  expect(areaName('canaries')).toBe('canaries')
  expect(areas.every(({ name, resource, object }) => areaName(resource, object) === name)).toBe(true)
})

test('an area whose pages a feature flag hides has that flag', () => {
  const flagged = areas.flatMap(({ name, feature }) => (feature?.startsWith('settings.') ? [name] : []))
  expect(flagged).toEqual(expect.arrayContaining(['audit', 'backup', 'relays']))
})
