import { expect, test } from 'vitest'
import { noAgentId, toOrigin, shortSourceLabel } from './resource-source.ts'

const at = (source: string, more = {}) => {
  const origin = toOrigin({ source, ...more })
  return origin.kind === 'elsewhere' ? [origin.label, origin.href] : origin.kind
}

test('what the console made itself has no source or the source UI, and no agent [SET-24,SET-33]', () => {
  const own = [{ source: 'UI' }, { source: '' }, { source: null }, { source: 'UI', agent_id: noAgentId }]
  expect(own.map((row) => toOrigin(row).kind)).toEqual(['console', 'console', 'console', 'console'])
})

test('what comes from elsewhere says from where, and links there by the id behind the slash [SET-34,SET-35]', () => {
  expect([at('ConfigFile/shop/web.yaml'), at('ConfigFile')]).toEqual([
    ['the local file shop/web.yaml in RESOURCES_DIR', null],
    ['a local file in RESOURCES_DIR', null],
  ])
  expect(at('kubernetes/c-1')).toEqual(['an item of the catalog', '/catalog/c-1'])
  expect(at('component/t-1')).toEqual(['a component', '/topology/t-1'])
  expect(at('UI', { agent: { id: 'a-1', name: 'edge' }, agent_id: 'a-1' })).toEqual([
    'the agent edge',
    '/settings/agents?id=a-1',
  ])
})

test('lists name a source in a word', () => {
  expect([shortSourceLabel({ source: 'ConfigFile/a.yaml' }), shortSourceLabel({ source: null })]).toEqual([
    'ConfigFile',
    'UI',
  ])
})
