import { expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { linkSignInMachine, wallSeconds } from './link-sign-in-machine.ts'

const begin = (isWall: boolean) => {
  const clock = new SimulatedClock()
  const actor = createActor(linkSignInMachine, { input: { isWall }, clock }).start()
  const state = () => actor.getSnapshot().value
  return { actor, clock, state }
}

test.each([
  ['link.accept', 'accepted'],
  ['link.decline', 'declined'],
] as const)('asks a person without a time limit, and %s decides [AUTH-19]', (type, end) => {
  const { actor, clock, state } = begin(false)
  clock.increment(3_600_000)
  expect(state()).toBe('asking')
  actor.send({ type })
  expect(state()).toBe(end)
})

test('signs in a wall display when the countdown ends [AUTH-19]', () => {
  const { actor, clock, state } = begin(true)
  for (let left = wallSeconds; left > 0; left -= 1) {
    expect([state(), actor.getSnapshot().context.secondsLeft]).toEqual(['counting', left])
    clock.increment(1_000)
  }
  expect(state()).toBe('accepted')
})

test('does not sign in after the countdown is stopped', () => {
  const { actor, clock, state } = begin(true)
  clock.increment(3_000)
  actor.send({ type: 'link.decline' })
  clock.increment(60_000)
  expect(state()).toBe('declined')
})

test('pauses the countdown while the tab is hidden', () => {
  const { actor, clock, state } = begin(true)
  for (let second = 0; second < 4; second += 1) clock.increment(1_000)
  actor.send({ type: 'tab.hide' })
  clock.increment(600_000)
  expect([state(), actor.getSnapshot().context.secondsLeft]).toEqual(['hidden', wallSeconds - 4])
  actor.send({ type: 'tab.show' })
  for (let left = wallSeconds - 4; left > 0; left -= 1) clock.increment(1_000)
  expect(state()).toBe('accepted')
})
