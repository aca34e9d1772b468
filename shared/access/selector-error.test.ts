import { expect, test } from 'vitest'
import { findSelectorError } from './selector-error.ts'

test.each([
  { configs: [{ name: '*' }, { tagSelector: 'env=prod,tier in (a, b),!old', agent: 'all' }] },
  { playbooks: [{ id: '01a22507-0fb2-73f2-952e-74885916ff12' }], components: [] },
  { canaries: [{ search: 'type=http | (name=web* -x)', fieldSelector: 'health!=healthy', scope: 'lab/aws' }] },
])('accepts %j', (selector) => {
  expect(findSelectorError(selector)).toBeUndefined()
})

test.each<[Record<string, unknown>, string]>([
  [{ configs: [{ name: 'x' }, {}] }, 'configs[1]: needs a field, such as name: "*" for all.'],
  [{ configs: [{ name: '', limit: 5 }] }, 'configs[0]: needs a field, such as name: "*" for all.'],
  [{ playbooks: [{ id: 'scale-down' }] }, 'playbooks[0].id: must be an id, got "scale-down"; use name.'],
  [
    { components: [{ labelSelector: 'app in (web' }] },
    'components[0].labelSelector: "app in (web" is not a label selector, such as app=web,tier!=test.',
  ],
  [
    { configs: [{ tagSelector: 'cluster=eu,env=prod-*' }] },
    'configs[0].tagSelector: "cluster=eu,env=prod-*" has a pattern, and label selectors compare whole values; use search: tags.env=prod-*.',
  ],
  [
    { configs: [{ fieldSelector: 'name notin (a*, b)' }] },
    'configs[0].fieldSelector: "name notin (a*, b)" has a pattern, and label selectors compare whole values; use search: name!=a*,b.',
  ],
  [
    { configs: [{ labelSelector: 'app="web"' }] },
    'configs[0].labelSelector: "app="web"" is not a label selector, such as app=web,tier!=test.',
  ],
  [{ configs: [{ search: '(type=pod' }] }, 'configs[0].search: must be a search, got "(type=pod".'],
  [{ configs: [{ search: 'type=' }] }, 'configs[0].search: type= at position 1 needs a value, got "type=".'],
  [
    { configs: [{ search: 'type=pod name="web' }] },
    'configs[0].search: the quote at position 15 is not closed, got "type=pod name=\\"web".',
  ],
  [
    { configs: [{ search: 'web limit=ten' }] },
    'configs[0].search: limit= at position 5 needs a whole number, got "ten", got "web limit=ten".',
  ],
  [
    { scopes: [{ name: 'x' }] },
    'scopes: not supported here; use configs, components, canaries, playbooks, connections.',
  ],
])('rejects %j', (selector, error) => {
  expect(findSelectorError(selector)).toBe(error)
})
