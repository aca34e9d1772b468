import { expect, test } from 'vitest'
import { specMaxLength } from '#shared/resources/dry-run-route.ts'
import { draftSchema, toTypedResource } from './resource-form.ts'
import { resourceKinds } from './resource-kinds.ts'
import { listQuery } from './resources-api.ts'

const typed = (more: object) => ({
  ...toTypedResource(resourceKinds.canaries, null),
  name: 'web',
  text: 'http: []\n',
  ...more,
})
const read = (more: object) => draftSchema(resourceKinds.canaries, undefined).safeParse(typed(more))
const findErrors = (more: object) => read(more).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a new resource is in the namespace default and without labels; a team has the icon group [SET-20,SET-22,TOPO-08]', () => {
  expect(toTypedResource(resourceKinds.canaries, null)).toMatchObject({ namespace: 'default', labels: '' })
  expect(toTypedResource(resourceKinds.topologies, null)).toMatchObject({ namespace: 'default', labels: '' })
  expect(toTypedResource(resourceKinds.teams, null).icon).toBe('group')
})

test('name and namespace are required [SET-39,SET-89,UI-52]', () => {
  expect(findErrors({ name: ' ', namespace: '' })).toEqual([
    ['name', 'This field is required'],
    ['namespace', 'This field is required'],
  ])
})

test('labels are read from one line', () => {
  expect(read({ labels: 'team=web, tier = 1' }).data?.labels).toEqual({ team: 'web', tier: '1' })
  expect(findErrors({ labels: 'team' })).toEqual([['labels', 'must be name=value, separated by commas']])
})

test('bad YAML, what is no map, and what is too large are refused with line and reason [SET-38]', () => {
  expect(findErrors({ text: 'a: 1\nb: [' })?.[0]?.[1]).toMatch(/^line 2: /)
  expect(findErrors({ text: '- a' })).toEqual([['text', 'line 1: The spec must be a map of fields']])
  expect(findErrors({ text: `a: ${'x'.repeat(specMaxLength)}` })?.[0]?.[1]).toContain('larger than a spec may be')
})

test('a rule has a name and a spec, and a log backend labels as well [SET-21,SET-88]', () => {
  const ofRule = { ...toTypedResource(resourceKinds.incident_rules, null), name: 'storms', text: 'priority: 1\n' }
  const rule = draftSchema(resourceKinds.incident_rules, undefined).parse(ofRule)
  expect(rule).toMatchObject({ name: 'storms', spec: { priority: 1 } })
  expect(resourceKinds.incident_rules.fields).toEqual([])
  expect(resourceKinds.logging_backends.fields).toEqual(['labels'])
})

test('lists of settings ask for a hundred, the newest first, of those that are not deleted [SET-07]', () => {
  expect(listQuery('')).toMatchObject({ limit: 100, order: 'created_at.desc', deleted_at: 'is.null', name: undefined })
  expect(listQuery('we*b')).toMatchObject({ name: 'ilike.*web*' })
})
