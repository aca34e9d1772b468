import { expect, test } from 'vitest'
import { createAtOnce } from './at-once.ts'

test('limits concurrent jobs and runs all in order, also after a failure', async () => {
  const atOnce = createAtOnce(2)
  let running = 0
  const most: number[] = []
  const began: number[] = []
  const jobs = [0, 1, 2, 3, 4].map((n) =>
    atOnce(async () => {
      began.push(n)
      running += 1
      most.push(running)
      await Promise.resolve()
      running -= 1
      if (n === 1) throw new Error('down')
      return n
    }),
  )
  const ends = await Promise.allSettled(jobs)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(Math.max(...most)).toBe(2)
})
