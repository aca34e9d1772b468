import { expect, test } from 'vitest'
import { Permit, Semaphore } from './semaphore.ts'

const never = new AbortController().signal

test('gives slots in order, and none to a waiter that was aborted', async () => {
  const semaphore = new Semaphore(1)
  const order: string[] = []
  const permits = ['a', 'b', 'c'].map((name) => ({ name, permit: new Permit(semaphore), stop: new AbortController() }))
  const taken = permits.map(({ name, permit, stop }) => permit.acquire(stop.signal).then(() => order.push(name)))
  await taken[0]
  permits[1]?.stop.abort(new Error('no longer'))
  await expect(taken[1]).rejects.toThrow('no longer')
  permits[1]?.permit.release()
  expect(order).toEqual(['a'])
  permits[0]?.permit.release()
  permits[0]?.permit.release()
  await taken[2]
  expect(order).toEqual(['a', 'c'])
  permits[2]?.permit.release()
  await semaphore.acquire(never)
})
