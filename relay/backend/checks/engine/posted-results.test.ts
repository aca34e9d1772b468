import { expect, test } from 'vitest'
import { createPostedResults } from './posted-results.ts'

const record = (id: string, name: string) => ({ record: { id, name } })

const start = () => {
  const began: string[] = []
  const ends: (() => void)[] = []
  const tokens = new Map([
    ['1', 'first'],
    ['2', 'second'],
    ['3', ''],
    ['5', 'unreadable'],
  ])
  const post = createPostedResults({
    canaries: {
      check: (id) => {
        const postToken = tokens.get(id)
        return postToken === undefined ? undefined : { runnable: { prepared: { postToken } } }
      },
    },
    book: {
      all: () => [
        record('1', 'alerts'),
        record('2', 'alerts'),
        record('3', 'open'),
        record('4', 'http'),
        record('5', 'sealed'),
      ],
    },
    resolveSecret: async (source) => {
      if (source === 'unreadable') throw new Error('no such key')
      return String(source)
    },
    runInForce: async (id, { text }) => {
      began.push(`${id} ${text}`)
      await new Promise<void>((resolve) => ends.push(resolve))
      return text
    },
  })
  const send = (text: string, token = 'first', name = 'alerts') => post({ name, token, posted: { text } })
  return { began, ends, send }
}

test('the token selects one of several checks with the same name', async () => {
  const { began, ends, send } = start()
  const done = send('a', 'second')
  await expect.poll(() => began).toEqual(['2 a'])
  ends[0]?.()
  expect(await done).toEqual({ kind: 'done', run: 'a' })
})

test('results of one check run one after the other, and only so many wait', async () => {
  const { began, ends, send } = start()
  const all = Array.from({ length: 20 }, (_, index) => send(String(index)))
  await expect.poll(() => began).toEqual(['1 0'])
  expect(await send('too many')).toEqual({ kind: 'busy' })
  for (let at = 0; at < all.length; at += 1) {
    await expect.poll(() => ends.length).toBe(at + 1)
    ends[at]?.()
  }
  expect((await Promise.all(all)).every(({ kind }) => kind === 'done')).toBe(true)
  expect(began).toHaveLength(20)
  expect(began.at(-1)).toBe('1 19')
})

test.each([
  ['a wrong token', 'alerts', 'third'],
  ['no token', 'open', ''],
  ['a check that runs on schedule', 'http', 'first'],
])('denies %s', async (_name, name, token) => {
  expect(await start().send('a', token, name)).toEqual({ kind: 'denied' })
})

test('reports a token that cannot be read, but not to calls without one', async () => {
  expect(await start().send('a', 'any', 'sealed')).toEqual({ kind: 'unreadable' })
  expect(await start().send('a', '', 'sealed')).toEqual({ kind: 'denied' })
})
