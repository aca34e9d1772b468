import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRounds } from './rounds.ts'

test('has not started while every round fails', async () => {
  let isFailing = true
  const rounds = createRounds({
    round: async () => {
      if (isFailing) throw new Error('no such table')
      return 1
    },
    failure: 'The round failed.',
    log: pino({ level: 'silent' }),
  })
  await expect(rounds.next()).rejects.toThrow('no such table')
  expect([rounds.state.hasStarted(), rounds.state.failure()]).toEqual([false, 'no such table'])
  isFailing = false
  expect(await rounds.next()).toBe(1)
  expect([rounds.state.hasStarted(), rounds.state.failure()]).toEqual([true, undefined])
})
