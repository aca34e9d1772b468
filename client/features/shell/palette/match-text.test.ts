import { expect, test } from 'vitest'
import { findBestMatches, matchText, rankByMatch } from './match-text.ts'

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

test('orders an ID before longer IDs that begin with it, whatever the length of the titles', () => {
  const names = ['INC-13 Slow', 'INC-1 Card payments fail in all regions', 'INC-10 Slow']
  expect(rankByMatch(names, 'inc-1', (name) => name)[0]).toBe('INC-1 Card payments fail in all regions')
})

test('reads each of many names once to find the best ones, equal ones in their order', () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `pod ${at}`)
  let read = 0
  const toText = (name: string) => {
    read += 1
    return name
  }
  expect(findBestMatches([...names, 'my 4999', '4999'], '4999', toText, 4)).toEqual([
    '4999',
    'my 4999',
    'pod 4999',
    'pod 49990',
  ])
  expect(read).toBe(50_002)
  expect(findBestMatches(names, 'zzz', toText, 4)).toEqual([])
})

test('marks nothing wrong where lower case is longer', () => {
  expect(marked('İstanbul api', 'api')).toEqual(['api'])
})
