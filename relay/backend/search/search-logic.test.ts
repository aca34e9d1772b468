import { expect, test } from 'vitest'
import { parseSearch } from '#shared/access/search-query.ts'
import {
  contains,
  hasProperty,
  joinAny,
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

const has = (content: object) => contains(toField('properties'), JSON.stringify([content]))
test('a number is found as the text and as the value of a property', () => {
  expect(read('properties.cpu=04')).toEqual(joinAny([has({ name: 'cpu', text: '04' }), has({ name: 'cpu', value: 4 })]))
  expect(read('properties=2.5')).toEqual(joinAny([has({ text: '2.5' }), has({ value: 2.5 })]))
  expect(read('properties.cpu=four')).toEqual(has({ name: 'cpu', text: 'four' }))
})

test('a comma in quotes belongs to the value', () => {
  expect(read('status="Failed, twice",Lost')).toEqual(matchesEachPattern(toField('status'), ['Failed, twice', 'Lost']))
})
