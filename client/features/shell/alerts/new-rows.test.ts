import { expect, test } from 'vitest'
import { describeRows, findNewRows } from './new-rows.ts'

const row = (id: string, atMs: number) => ({ id, name: `check ${id}`, atMs })

test('only rows that start after the first look are new, each once', () => {
  const first = findNewRows([row('a', 5)], null, 10)
  expect(first.rows).toEqual([])
  const second = findNewRows([row('a', 5), row('b', 12), row('old', 8)], first.seen, 20)
  expect(second.rows).toEqual([row('b', 12)])
  const third = findNewRows([row('b', 12)], second.seen, 30)
  expect(third.rows).toEqual([])
})

test('a row that starts again is new again', () => {
  const first = findNewRows([], null, 10)
  const second = findNewRows([row('a', 12)], first.seen, 20)
  expect(findNewRows([row('a', 25)], second.seen, 30).rows).toEqual([row('a', 25)])
})

test('describes one row by its name, several by their number and first names', () => {
  const texts = { one: 'is unhealthy', several: 'checks are unhealthy' }
  expect(describeRows([row('a', 1)], texts)).toEqual({ title: 'check a is unhealthy', body: '', tag: 'a 1' })
  expect(
    describeRows(
      ['a', 'b', 'c', 'd'].map((id) => row(id, 1)),
      texts,
    ),
  ).toMatchObject({
    title: '4 checks are unhealthy',
    body: 'check a, check b, check c, 1 more',
  })
})
