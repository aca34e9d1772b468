import { expect, test } from 'vitest'
import { matchText, rankByMatch } from './match-text.ts'

const marked = (text: string, query: string) =>
  matchText(text, query)?.ranges.map(([start, end]) => text.slice(start, end))

test.each([
  ['POST /v1/payments/authorize', 'author', ['author']],
  ['authorize-svc', 'svc auth', ['auth', 'svc']],
  ['Feature Flags', 'FLAG', ['Flag']],
  ['reauthorize auth', 'auth', ['auth']],
  ['KubernetesPod', 'pod', ['Pod']],
  ['aaa', 'aa a', ['aa']],
])('marks in %s what matches %s', (text, query, expected) => {
  expect(marked(text, query)).toEqual(expected)
})

test('matches letters in order only while they stay together', () => {
  expect(marked('Notification rules', 'notrul')).toEqual(['Not', 'rul'])
  expect(marked('a-very-long-name-of-a-pod', 'avlnp')).toBeUndefined()
})

test('needs every word', () => {
  expect(matchText('authorize-svc', 'auth pods')).toBeNull()
})

test('orders the whole name before its beginning, a word, a part and letters', () => {
  const names = ['xapix', 'my api', 'api-gateway', 'a-pi', 'api']
  expect(rankByMatch(names, 'api', (name) => name)).toEqual(['api', 'api-gateway', 'my api', 'xapix', 'a-pi'])
})

test('marks nothing wrong where lower case is longer', () => {
  expect(marked('İstanbul api', 'api')).toEqual(['api'])
})
