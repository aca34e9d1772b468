import { expect, test } from 'vitest'
import { matchesLabels, selectorMatches } from './selector.ts'

const labels = { env: 'production', team: 'payments', 'app.kubernetes.io/name': 'authorize' }

test.each([
  ['env=production', 'yes'],
  ['env==production', 'yes'],
  ['env=staging', 'no'],
  ['env!=staging', 'yes'],
  ['region!=eu', 'yes'],
  ['env in (staging, production)', 'yes'],
  ['env notin (staging,production)', 'no'],
  ['region notin (eu)', 'yes'],
  ['team', 'yes'],
  ['!team', 'no'],
  ['constructor', 'no'],
  ['!toString', 'yes'],
  ['!region,app.kubernetes.io/name=authorize', 'yes'],
  ['env=production,team=data', 'no'],
  ['env > 3', 'some'],
  ['', 'yes'],
])('the label selector %j on labels of production: %s', (text, expected) => {
  expect(matchesLabels(text, labels)).toBe(expected)
})

const resource = {
  id: 'c1',
  name: 'authorize-svc',
  namespace: 'payments',
  type: 'Kubernetes::Pod',
  agent: null,
  labels,
}

test.each([
  [{ name: '*' }, 'yes'],
  [{ name: 'authorize-*' }, 'yes'],
  [{ name: 'authorize' }, 'no'],
  [{ namespace: '!payments' }, 'no'],
  [{ types: ['Kubernetes::*'] }, 'yes'],
  [{ id: 'c2' }, 'no'],
  [{ name: '*', agent: 'self' }, 'yes'],
  [{ name: '*', agent: 'edge' }, 'no'],
  [{ agent: 'all' }, 'yes'],
  [{ tagSelector: 'env=production' }, 'some'],
  [{ name: '*', scope: 'default/web' }, 'some'],
  [{ name: 'x', search: 'type=pod' }, 'no'],
  [{ labelSelector: 'env=production', cache: 'no-cache' }, 'yes'],
  [{ limit: 5 }, 'no'],
  [{}, 'no'],
])('the selector %j on a pod: %s', (selector, expected) => {
  expect(selectorMatches(selector, resource)).toBe(expected)
})
