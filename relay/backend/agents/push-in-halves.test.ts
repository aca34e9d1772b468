import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { pushInHalves } from './push-in-halves.ts'

const run = async (rows: readonly number[], isRejected: (row: number) => boolean) => {
  const [taken, rejected]: [number[], number[]] = [[], []]
  let pushes = 0
  await pushInHalves(rows, {
    push: async (some) => {
      pushes += 1
      if (some.some(isRejected)) throw new ServiceError(400, 'a value is too long')
      taken.push(...some)
    },
    giveUp: async (row, { message }) => {
      expect(message).toBe('a value is too long')
      rejected.push(row)
    },
  })
  return { taken, rejected, pushes }
}

test('pushes rows that are all accepted in one request', async () => {
  expect(await run([1, 2, 3], () => false)).toEqual({ taken: [1, 2, 3], rejected: [], pushes: 1 })
})

test('pushes nothing when there are no rows', async () => {
  expect(await run([], () => true)).toEqual({ taken: [], rejected: [], pushes: 0 })
})

test('gives up only the rejected row', async () => {
  expect(await run([1, 2, 3, 4, 5], (row) => row === 2)).toMatchObject({ taken: [1, 3, 4, 5], rejected: [2] })
})

test('accepts or gives up every row once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(100)), fc.integer({ min: 1, max: 5 }), async (rows, divisor) => {
      const isRejected = (row: number) => row % divisor === 0
      const { taken, rejected } = await run(rows, isRejected)
      expect(rejected).toEqual(rows.filter(isRejected))
      expect(taken).toEqual(rows.filter((row) => !isRejected(row)))
    }),
  )
})

test('stops at any other error without giving up a row', async () => {
  const rejected: number[] = []
  const pushing = pushInHalves([1, 2], {
    push: () => Promise.reject(new Error('disconnected')),
    giveUp: async (row) => void rejected.push(row),
  })
  await expect(pushing).rejects.toThrow('disconnected')
  expect(rejected).toEqual([])
})
