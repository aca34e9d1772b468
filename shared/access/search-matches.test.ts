import { expect, test } from 'vitest'
import { matchesSearch } from './search-matches.ts'
import { anySelectorMatches } from './selector.ts'
import type { ObjectAttributes } from './match.ts'

const pod: ObjectAttributes = {
  id: 'p1',
  name: 'checkout-7f9',
  namespace: 'shop',
  type: 'Kubernetes::Pod',
  status: 'Running',
  health: 'healthy',
  tags: { env: 'production', cluster: 'eu west' },
  labels: {},
  agent: null,
}

test.each([
  ['checkout', 'yes'],
  ['check*', 'yes'],
  ['ledger', 'no'],
  ['-checkout-7f9', 'no'],
  ['-ledger', 'yes'],
  ['name=checkout-*', 'yes'],
  ['name:ledger,checkout-7f9', 'yes'],
  ['name=!checkout-7f9', 'no'],
  ['name!=checkout-7f9', 'no'],
  ['type=pod', 'yes'],
  ['-type=pod', 'no'],
  ['!namespace=pay tag.env==production', 'yes'],
  ['-(namespace=pay | status=Running)', 'no'],
  ['type=Service,Pod', 'yes'],
  ['type=!pod', 'no'],
  ['type=service', 'no'],
  ['namespace=shop tags.env=production', 'yes'],
  ['namespace=shop tags.env=staging', 'no'],
  ['namespace=pay | tags.env=production', 'yes'],
  ['namespace=pay | tags.env=staging', 'no'],
  ['(namespace=pay | namespace=shop) status=Running', 'yes'],
  ['(namespace=pay | namespace=shop) status=Failed', 'no'],
  ['tags.cluster="eu west"', 'yes'],
  ['tags=production', 'yes'],
  ['labels.app!=web', 'yes'],
  ['type = pod tags.env != staging', 'yes'],
  ['type = Service | status != Running', 'no'],
  ['type=pod AND namespace=shop', 'yes'],
  ['type=pod AND namespace=pay', 'no'],
  ['namespace=pay OR type=pod', 'yes'],
  ['namespace=pay OR type=service AND status=Running', 'no'],
  ['(namespace=pay OR namespace=shop) AND NOT status=Failed', 'yes'],
  ['NOT type=pod', 'no'],
  ['NOT -type=pod', 'yes'],
  ['NOT (namespace=pay | status=Running)', 'no'],
  ['NOT ledger', 'yes'],
  ['NOT checkout-7f9', 'no'],
  ['OR', 'no'],
  ['AND', 'no'],
  ['AND checkout', 'yes'],
  ['type=pod AND', 'yes'],
  ['type=pod OR', 'yes'],
  ['NOT', 'no'],
  ['and', 'no'],
  ['tags.cluster="eu west,us"', 'no'],
  ['tags.cluster="eu west",us', 'yes'],
  ['type=service |', 'no'],
  ['| type=service', 'no'],
  ['type=service || namespace=shop', 'yes'],
  ['type=service ()', 'some'],
  ['|', 'some'],
  ['agent=local', 'yes'],
  ['agent=all', 'yes'],
  ['checkout limit=5 sort=name', 'yes'],
  ['checkout created>now-1d', 'some'],
  ['ledger created>now-1d', 'no'],
  ['config.spec.replicas=3', 'some'],
  ['(checkout', 'some'],
  ['checkout)', 'some'],
] as const)('the search %s matches: %s', (text, expected) => {
  expect(matchesSearch(text, pod)).toBe(expected)
})

test('an unknown attribute neither matches nor excludes', () => {
  expect(matchesSearch('namespace=shop', { id: 'p1', name: 'checkout' })).toBe('some')
})

test.each([
  [{ search: 'type=pod', namespace: 'shop' }, 'yes'],
  [{ search: 'type=pod', namespace: 'pay' }, 'no'],
  [{ fieldSelector: 'namespace=shop,status!=Failed' }, 'yes'],
  [{ fieldSelector: 'namespace in (pay, ledger)' }, 'no'],
  [{ fieldSelector: 'type=pod' }, 'yes'],
  [{ fieldSelector: 'type in (node, POD)' }, 'yes'],
  [{ fieldSelector: 'type!=pod' }, 'no'],
  [{ types: [''] }, 'no'],
  [{ fieldSelector: 'spec.nodeName=n1' }, 'some'],
  [{ fieldSelector: 'namespace=pay,spec.nodeName=n1' }, 'no'],
] as const)('the selector %j matches: %s', (selector, expected) => {
  expect(anySelectorMatches([selector], pod)).toBe(expected)
})

test.each([
  ['title="Ships, big ones"', 'yes'],
  ['title=Ships', 'no'],
  ['title="Ships, *"', 'yes'],
  ['title=!"Ships, big ones"', 'no'],
  ['title=boats,"Ships, big ones"', 'yes'],
] as const)('a comma in quotes belongs to the value: %s', (text, expected) => {
  expect(matchesSearch(text, { ...pod, row: { title: 'Ships, big ones' } })).toBe(expected)
})
