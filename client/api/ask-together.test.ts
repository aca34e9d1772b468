import { expect, test, vi } from 'vitest'
import { askTogether } from './ask-together.ts'

type Ask = (ids: readonly string[]) => Promise<Readonly<Record<string, string>>>

test('what is asked in one turn goes in one question, each thing once, so many at a time', async () => {
  const ask = vi.fn<Ask>(async (ids) => Object.fromEntries(ids.map((id) => [id, `${id}!`])))
  const of = askTogether(3, ask)
  const answers = await Promise.all(['a', 'b', 'a', 'c'].map(of))
  expect(answers).toEqual(['a!', 'b!', 'a!', 'c!'])
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]])
  expect(await of('d')).toBe('d!')
  expect(ask).toHaveBeenCalledTimes(3)
})

test('a thing that the answer does not name has none, and a question that fails fails for its own alone', async () => {
  const of = askTogether<string>(1, async ([id]) => {
    if (id === 'bad') throw new Error('gone')
    return {}
  })
  const answers = await Promise.allSettled([of('bad'), of('good')])
  expect(answers).toMatchObject([
    { status: 'rejected', reason: { message: 'gone' } },
    { status: 'fulfilled', value: null },
  ])
})
