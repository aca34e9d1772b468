import { expect, test, vi } from 'vitest'
import { batchRequests } from './batch-requests.ts'

type Ask = (ids: readonly string[]) => Promise<Readonly<Record<string, string>>>

test('requests of one turn are batched, deduplicated and limited in size', async () => {
  const ask = vi.fn<Ask>(async (ids) => Object.fromEntries(ids.map((id) => [id, `${id}!`])))
  const of = batchRequests(3, ask)
  const results = await Promise.all(['a', 'b', 'a', 'c'].map(of))
  expect(results).toEqual(['a!', 'b!', 'a!', 'c!'])
  expect(ask.mock.calls).toEqual([[['a', 'b']], [['c']]])
  expect(await of('d')).toBe('d!')
  expect(ask).toHaveBeenCalledTimes(3)
})

test('an id missing from the response gets null, and a failed batch rejects only its own ids', async () => {
  const of = batchRequests<string>(1, async ([id]) => {
    if (id === 'bad') throw new Error('gone')
    return {}
  })
  const results = await Promise.allSettled([of('bad'), of('good')])
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: 'gone' } },
    { status: 'fulfilled', value: null },
  ])
})
