import { describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { absenceMachine, type Moment } from '#machines/live/absence-machine.ts'

const minute = 60_000
/** In minutes. */
const moment = (browser: number, server = browser) => ({ browserMs: browser * minute, serverMs: server * minute })
const paths = getShortestPaths(absenceMachine, {
  input: { seen: null },
  events: [0, 1, 10, 30].map((minutes) => ({ type: 'screen.current' as const, at: moment(minutes) })),
})

test('every state can be reached', () => {
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(Object.keys(absenceMachine.states)))
})

test.each(paths)('has a missed span exactly while the person is just back', ({ state }) => {
  expect(state.context.missed !== null).toBe(state.matches('back'))
})

const begin = (seen: Moment | null = null) => {
  const actor = createActor(absenceMachine, { input: { seen } }).start()
  const see = (...minutes: number[]) => {
    for (const at of minutes) actor.send({ type: 'screen.current', at: moment(at) })
  }
  const missed = () => {
    const span = actor.getSnapshot().context.missed
    return span && [span.fromMs / minute, span.toMs / minute]
  }
  return { actor, see, missed }
}

describe('a person', () => {
  test('who returns within a minute missed nothing', () => {
    const { see, missed } = begin()
    see(0, 1, 2, 3)
    expect(missed()).toBeNull()
  })

  test('who was away for longer missed the span since the last current screen', () => {
    const { see, missed } = begin()
    see(0, 1, 15, 15.5)
    expect(missed()).toEqual([1, 15])
  })

  test('who leaves again before closing the digest gets one digest for both absences', () => {
    const { actor, see, missed } = begin()
    see(0, 14, 15, 40)
    expect(missed()).toEqual([0, 40])
    actor.send({ type: 'digest.close' })
    expect(missed()).toBeNull()
    see(40.5, 50)
    expect(missed()).toEqual([40.5, 50])
  })

  test('whose tab was discarded gets a digest from the last time it was visible', () => {
    const { see, missed } = begin(moment(2))
    see(20)
    expect(missed()).toEqual([2, 20])
  })

  test.each([
    ['set back', moment(20, 30)],
    ['set forward', moment(45, 30)],
    ['found to be wrong', moment(30, 60)],
  ])('whose clock was %s was not away', (_description, at) => {
    const { actor, see, missed } = begin()
    see(30)
    actor.send({ type: 'screen.current', at })
    expect(missed()).toBeNull()
  })
})
