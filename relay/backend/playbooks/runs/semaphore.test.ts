import { expect, test } from 'vitest'
import { Permit, Semaphore } from './semaphore.ts'

const never = new AbortController().signal

test('who waits gets a slot in turn, and who stops waiting gets none', async () => {
  const slots = new Semaphore(1)
  const order: string[] = []
  const seats = ['a', 'b', 'c'].map((name) => ({ name, seat: new Permit(slots), stop: new AbortController() }))
  const taken = seats.map(({ name, seat, stop }) => seat.take(stop.signal).then(() => order.push(name)))
  await taken[0]
  seats[1]?.stop.abort(new Error('no longer'))
  await expect(taken[1]).rejects.toThrow('no longer')
  seats[1]?.seat.give()
  expect(order).toEqual(['a'])
  seats[0]?.seat.give()
  seats[0]?.seat.give()
  await taken[2]
  expect(order).toEqual(['a', 'c'])
  seats[2]?.seat.give()
  await slots.take(never)
})
