import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pushInHalves } from './push-in-halves.ts'
import { RowsRefused } from './upstream-client.ts'

const run = async (rows: readonly number[], isRefused: (row: number) => boolean) => {
  const [taken, givenUp]: [number[], number[]] = [[], []]
  let pushes = 0
  await pushInHalves(rows, {
    push: async (some) => {
      pushes += 1
      if (some.some(isRefused)) throw new RowsRefused('a value is too long')
      taken.push(...some)
    },
    giveUp: async (row, { message }) => {
      expect(message).toBe('a value is too long')
      givenUp.push(row)
    },
  })
  return { taken, givenUp, pushes }
}

test('rows that are all accepted are pushed at once', async () => {
  expect(await run([1, 2, 3], () => false)).toEqual({ taken: [1, 2, 3], givenUp: [], pushes: 1 })
})

test('no rows are no push', async () => {
  expect(await run([], () => true)).toEqual({ taken: [], givenUp: [], pushes: 0 })
})

test('only the refused row is given up', async () => {
  expect(await run([1, 2, 3, 4, 5], (row) => row === 2)).toMatchObject({ taken: [1, 3, 4, 5], givenUp: [2] })
})

test('every row is taken or given up once, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(100)), fc.integer({ min: 1, max: 5 }), async (rows, divisor) => {
      const isRefused = (row: number) => row % divisor === 0
      const { taken, givenUp } = await run(rows, isRefused)
      expect(givenUp).toEqual(rows.filter(isRefused))
      expect(taken).toEqual(rows.filter((row) => !isRefused(row)))
    }),
  )
})

test('another error ends it, and gives up nothing', async () => {
  const givenUp: number[] = []
  const pushing = pushInHalves([1, 2], {
    push: () => Promise.reject(new Error('disconnected')),
    giveUp: async (row) => void givenUp.push(row),
  })
  await expect(pushing).rejects.toThrow('disconnected')
  expect(givenUp).toEqual([])
})
