import { expect, test } from 'vitest'
import { parseSearch } from '#shared/access/search-query.ts'
import {
  hasProperty,
  matchesEachPattern,
  matchesPatterns,
  negated,
  toField,
} from '#relay/backend/data-api/query/logic.ts'
import { searchLogic } from './search-logic.ts'
import { searchedRelations, type SearchedRelation } from './searched-relations.ts'

const read = (text: string, searched: SearchedRelation = searchedRelations.configs) => {
  const search = parseSearch(text)
  const [part] = search?.kind === 'any' ? search.parts : []
  const [term] = part?.kind === 'all' ? part.parts : []
  return term && searchLogic(term, { searched, agents: { matching: () => [] }, nowMs: 0 })
}

test.each([
  ['labels.app.kubernetes.io/name!=web', toField('labels', 'app.kubernetes.io/name')],
  ['-tags.team.name=web', toField('tags', 'team.name')],
  ['config.spec.app!=web', toField('config', 'spec', 'app')],
  ['status!=web', toField('status')],
] as const)('%s excludes the value and keeps rows without one', (text, field) => {
  expect(read(text)).toEqual(negated(field, matchesPatterns(field, 'web')))
})

test('an insight is found by the date when it was first observed', () => {
  expect(read('created_at>now', searchedRelations.config_analysis)).toMatchObject({
    field: toField('first_observed'),
  })
})

test('a pattern matches texts of properties, of one name or of any', () => {
  expect(read('properties=4*')).toEqual(hasProperty(toField('properties'), undefined, '4*'))
  expect(read('properties.cpu=4*')).toEqual(hasProperty(toField('properties'), 'cpu', '4*'))
})

test('a comma in quotes belongs to the value', () => {
  expect(read('status="Failed, twice",Lost')).toEqual(matchesEachPattern(toField('status'), ['Failed, twice', 'Lost']))
})
