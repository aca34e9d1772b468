import { expect, test } from 'vitest'
import { createChangeIndex } from './change-index.ts'

const runRoute = { method: 'POST', path: '/api/thing/run/:id' } as const
const index = createChangeIndex([
  {
    name: 'a',
    changedBy: { relations: ['things', 'parts'], routes: [runRoute, { method: 'POST', path: '/api/hook/*' }] },
  },
  { name: 'b', changedBy: { relations: ['parts'], routes: [runRoute] } },
  { name: 'c', changedBy: {} },
])

test.each([
  ['POST', '/api/thing/run/1', ['a', 'b']],
  ['POST', '/api/thing/run/1?now=true', ['a', 'b']],
  ['POST', '/api/hook/some/where', ['a']],
  ['PATCH', '/api/db/things?id=eq.1', ['a']],
  ['DELETE', '/api/db/parts', ['a', 'b']],
])('%s %s may change %j', (method, url, topics) => {
  expect(index.ofRequest(method, url)).toEqual(topics)
})

test.each([
  ['GET', '/api/db/things'],
  ['PUT', '/api/thing/run/1'],
  ['POST', '/api/thing/run'],
  ['POST', '/api/thing/run/'],
  ['POST', '/api/thing/run/1/2'],
  ['POST', '/other/thing/run/1'],
  ['PUT', '/api/hook'],
  ['PUT', '/api/hook/'],
  ['POST', '/api/db/'],
  ['POST', '/api/db/rpc/things'],
])('%s %s changes no topic', (method, url) => {
  expect(index.ofRequest(method, url)).toEqual([])
})

test('lists a topic once when several of its relations change', () => {
  expect(index.ofRelations(['parts', 'things'])).toEqual(['a', 'b'])
})

test('lists no topic for an unused relation, including names of Object.prototype', () => {
  expect(index.ofRelations(['teams', 'constructor'])).toEqual([])
})
