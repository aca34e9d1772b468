import { expect, test } from 'vitest'
import { canTakeWork, decideState } from './list-relays.ts'

const instance = { isLiving: true, isStopping: false, isDrainRequested: false, shards: 32 }

test('a drain has ended when no work is left', () => {
  const drained = { ...instance, isDrainRequested: true }
  expect(decideState(drained, true)).toBe('draining')
  expect(decideState({ ...drained, shards: 0 }, true)).toBe('drained')
})

test('a relay that is to be drained works while no other one does', () => {
  expect(decideState({ ...instance, isDrainRequested: true }, false)).toBe('working')
})

test('a silent relay is silent whatever it was asked for, and a stopping one stops', () => {
  expect(decideState({ ...instance, isLiving: false, isDrainRequested: true }, true)).toBe('silent')
  expect(decideState({ ...instance, isStopping: true, isDrainRequested: true }, true)).toBe('stopping')
  expect(decideState(instance, true)).toBe('working')
})

test('only a living relay that neither stops nor drains can take work', () => {
  expect([
    canTakeWork(instance),
    canTakeWork({ ...instance, isLiving: false }),
    canTakeWork({ ...instance, isStopping: true }),
    canTakeWork({ ...instance, isDrainRequested: true }),
  ]).toEqual([true, false, false, false])
})
