import { expect, test } from 'vitest'
import { meantPath } from './meant-path.ts'

const paths = ['check.name', 'check.type', 'check.canary_name', 'labels.site', 'labels.env', 'agent.name']

test.each([
  ["check.label.site == 'MMX' && check.type == 'tcp'", "labels.site == 'MMX' && check.type == 'tcp'"],
  ['check.nam == "front"', 'check.name == "front"'],
  ['chek.type.startsWith("h")', 'check.type.startsWith("h")'],
  ['size(label.env) > 0', 'size(labels.env) > 0'],
])('%s probably means %s', (filter, meant) => {
  expect(meantPath(filter, paths)?.filter).toBe(meant)
})

test('returns the written path and the suggested one', () => {
  expect(meantPath('check.label.site == 1', paths)).toMatchObject({ written: 'check.label.site', meant: 'labels.site' })
})

test.each([
  ['all is known', 'check.name.startsWith("x") && labels.site in ["a"]'],
  ['a part of a known one is known', 'has(labels.site) && size(labels) > 0'],
  ['names in texts are none', '"chek.nam" == \'labels.sit\''],
  ['nothing is near', 'incident.severity == "high"'],
  ['short names of a list are none', '["a", "b"].exists(x, x == check.name)'],
  ['an empty one', ''],
])('suggests nothing when %s', (_why, filter) => {
  expect(meantPath(filter, paths)).toBeNull()
})
