import { expect, test } from 'vitest'
import { specMaxLength } from '#shared/resources/dry-run-route.ts'
import { draftSchema, toTypedResource } from './resource-form.ts'
import { editedKinds } from './edited-kinds.ts'
import { listQuery } from './resources-api.ts'

const typed = (more: object) => ({
  ...toTypedResource(editedKinds.canaries, null),
  name: 'web',
  text: 'http: []\n',
  ...more,
})
const read = (more: object) => draftSchema(editedKinds.canaries, undefined, null).safeParse(typed(more))
const findErrors = (more: object) => read(more).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a new resource has the namespace default and no labels; a team has the icon group [SET-20,SET-22,TOPO-08]', () => {
  expect(toTypedResource(editedKinds.canaries, null)).toMatchObject({ namespace: 'default', labels: '' })
  expect(toTypedResource(editedKinds.topologies, null)).toMatchObject({ namespace: 'default', labels: '' })
  expect(toTypedResource(editedKinds.teams, null).icon).toBe('group')
})

test('requires name and namespace [SET-39,SET-89,UI-52]', () => {
  expect(findErrors({ name: ' ', namespace: '' })).toEqual([
    ['name', 'This field is required'],
    ['namespace', 'This field is required'],
  ])
})

test('parses labels from one line', () => {
  expect(read({ labels: 'team=web, tier = 1' }).data?.labels).toEqual({ team: 'web', tier: '1' })
  expect(findErrors({ labels: 'team' })).toEqual([['labels', 'must be name=value, separated by commas']])
})

test('accepts labels that the form cannot read, and no namespace, only when they were stored so [SET-39]', () => {
  const labels = { note: 'a, b', 'two words': 'x ' }
  const times = { deleted_at: null, created_at: null, updated_at: null }
  const origin = { source: 'UI', agent_id: null, created_by: null }
  const stored = { ...times, ...origin, id: '1', name: 'web', namespace: null, icon: null, labels, spec: {} }
  const unchanged = { ...toTypedResource(editedKinds.canaries, stored), text: 'http: []\n' }
  const schema = draftSchema(editedKinds.canaries, undefined, stored)
  expect(schema.parse(unchanged)).toMatchObject({ namespace: '', labels })
  const inShop = draftSchema(editedKinds.canaries, undefined, { ...stored, namespace: 'shop' })
  expect(inShop.safeParse(unchanged).error?.issues.map(({ path }) => path)).toEqual([['namespace']])
})

test('rejects invalid YAML, a spec that is no map and a too large spec, with line and reason [SET-38]', () => {
  expect(findErrors({ text: 'a: 1\nb: [' })?.[0]?.[1]).toMatch(/^line 2: /)
  expect(findErrors({ text: '- a' })).toEqual([['text', 'line 1: The spec must be a map of fields']])
  expect(findErrors({ text: `a: ${'x'.repeat(specMaxLength)}` })?.[0]?.[1]).toBe('must be at most 1,000,000 characters')
})

test('a rule has a name and a spec; a log backend also has labels [SET-21,SET-88]', () => {
  const ofRule = { ...toTypedResource(editedKinds.incident_rules, null), name: 'storms', text: 'priority: 1\n' }
  const rule = draftSchema(editedKinds.incident_rules, undefined, null).parse(ofRule)
  expect(rule).toMatchObject({ name: 'storms', spec: { priority: 1 } })
  expect(editedKinds.incident_rules.fields).toEqual([])
  expect(editedKinds.logging_backends.fields).toEqual(['labels'])
})

test('lists request the newest hundred resources that are not deleted [SET-07]', () => {
  expect(listQuery('')).toMatchObject({ limit: 100, order: 'created_at.desc', deleted_at: 'is.null', name: undefined })
  expect(listQuery('we*b')).toMatchObject({ name: 'ilike.*web*' })
})
