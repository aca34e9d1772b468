import { expect, test } from 'vitest'
import { localAgent } from '#shared/agents/local-agent.ts'
import { toOrigin, shortSourceLabel } from './resource-source.ts'

const at = (source: string, more = {}) => {
  const origin = toOrigin({ source, ...more })
  return origin.kind === 'elsewhere' ? [origin.label, origin.href] : origin.kind
}

test('resources of the console have no source or the source UI, and no agent [SET-24,SET-33]', () => {
  const own = [{ source: 'UI' }, { source: '' }, { source: null }, { source: 'UI', agent_id: localAgent }]
  expect(own.map((row) => toOrigin(row).kind)).toEqual(['console', 'console', 'console', 'console'])
  // Lists contain the agent itself.
  expect(at('UI', { agent: { id: localAgent, name: 'local' } })).toBe('console')
})

test('shows the origin of other resources and links to the id after the slash [SET-34,SET-35]', () => {
  expect([at('ConfigFile/shop/web.yaml'), at('ConfigFile')]).toEqual([
    ['the local file shop/web.yaml in RESOURCES_DIR', null],
    ['a local file in RESOURCES_DIR', null],
  ])
  expect(at('kubernetes/c-1')).toEqual(['a catalog item', '/catalog/c-1'])
  expect(at('component/t-1')).toEqual(['a component', '/topology/t-1'])
  expect(at('UI', { agent: { id: 'a-1', name: 'edge' }, agent_id: 'a-1' })).toEqual([
    'the agent edge',
    '/settings/agents?id=a-1',
  ])
})

test('lists show a short source name', () => {
  expect([shortSourceLabel({ source: 'ConfigFile/a.yaml' }), shortSourceLabel({ source: null })]).toEqual([
    'ConfigFile',
    'UI',
  ])
})
