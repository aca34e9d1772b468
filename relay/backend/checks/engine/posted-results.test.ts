import { expect, test } from 'vitest'
import { createPostedResults } from './posted-results.ts'

const record = (id: string, name: string) => ({ record: { id, name } })

const start = () => {
  const began: string[] = []
  const ends: (() => void)[] = []
  const warnings: unknown[] = []
  const tokens = new Map([
    ['1', 'first'],
    ['2', 'second'],
    ['3', ''],
    ['5', 'unreadable'],
    ['6', undefined],
    ['7', 'seventh'],
  ])
  const post = createPostedResults({
    canaries: {
      check: (id) => {
        const source = tokens.get(id)
        return { runnable: { prepared: tokens.has(id) ? { postToken: { source } } : {} } }
      },
    },
    book: {
      all: () => [
        record('1', 'alerts'),
        record('2', 'alerts'),
        record('3', 'open'),
        record('4', 'http'),
        record('5', 'sealed'),
        record('6', 'public'),
        record('7', 'public'),
      ],
    },
    resolveSecret: async (source) => {
      if (source === 'unreadable') throw new Error('no such key')
      return String(source)
    },
    log: { warn: (about: unknown) => warnings.push(about) },
    runInForce: async (id, { text }) => {
      began.push(`${id} ${text}`)
      await new Promise<void>((resolve) => ends.push(resolve))
      return text
    },
  })
  const send = (text: string, token = 'first', name = 'alerts') => post({ name, token, posted: { text } })
  return { began, ends, send, warnings }
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

test('the log names a token that cannot be read; the caller learns nothing', async () => {
  const { send, warnings } = start()
  expect(await send('a', 'any', 'sealed')).toEqual({ kind: 'denied' })
  expect(warnings).toMatchObject([{ check: 'sealed' }])
})

test.each([
  ['', '6'],
  ['any', '6'],
  ['seventh', '7'],
])('a check without a token accepts calls with the token %j unless another check has it', async (token, id) => {
  const { began, ends, send } = start()
  const done = send('a', token, 'public')
  await expect.poll(() => began).toEqual([`${id} a`])
  ends[0]?.()
  expect(await done).toEqual({ kind: 'done', run: 'a' })
})
