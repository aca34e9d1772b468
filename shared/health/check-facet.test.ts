import { expect, test } from 'vitest'
import { facetReader, facetTitle, groupFacets, labelFacets, tabFacets } from '#shared/health/check-facet.ts'
import { checkRow } from '#shared/testing/check-row.ts'

const row = checkRow({ labels: { team: 'web', 'label:odd': 'x' }, agentId: '00000000-0000-0000-0000-000000000000' })

test('grouping offers no-group, four fields and every label key [HEALTH-13]', () => {
  expect([...groupFacets, ...labelFacets([row])].map(facetTitle)).toEqual([
    'no-group',
    'canary_name',
    'name',
    'description',
    'type',
    'label:odd',
    'team',
  ])
})

test('tabs offer namespace, agent_id and every label key [HEALTH-15]', () => {
  expect([...tabFacets, ...labelFacets([row])].map(facetTitle)).toEqual(['namespace', 'agent_id', 'label:odd', 'team'])
})

const read = (facet: string) => facetReader(facet)(row)

test('a facet reads its value from a check', () => {
  expect(
    ['canary_name', 'type', 'label:team', 'label:label:odd', 'label:none', 'agent_id', 'no-group'].map(read),
  ).toEqual(['web', 'http', 'web', 'x', '', '', ''])
})
