import { expect, test } from 'vitest'
import { merged } from './merged.ts'

const all = async (sources: readonly AsyncIterable<string>[], atOnce: number) => {
  const found: string[] = []
  for await (const each of merged(sources, atOnce)) found.push(each)
  return found
}

const failing = async function* (): AsyncGenerator<string> {
  yield 'y'
  throw new Error('gone')
}

test('yields everything of every source and reads only the allowed number at a time', async () => {
  let open = 0
  let most = 0
  const source = async function* (name: string) {
    open += 1
    most = Math.max(most, open)
    yield `${name}1`
    yield `${name}2`
    open -= 1
  }
  expect((await all(['a', 'b', 'c', 'd'].map(source), 2)).toSorted()).toEqual([
    'a1',
    'a2',
    'b1',
    'b2',
    'c1',
    'c2',
    'd1',
    'd2',
  ])
  expect(most).toBe(2)
  expect(await all([], 2)).toEqual([])
})

test('a failing source ends the iteration and closes the others', async () => {
  const ended: string[] = []
  const endless = async function* () {
    try {
      for (;;) yield 'x'
    } finally {
      ended.push('endless')
    }
  }
  await expect(all([endless(), failing()], 2)).rejects.toThrow('gone')
  expect(ended).toEqual(['endless'])
})
