import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { elapsed, toWays } from '#machines/testing/reach.ts'
import { rotationMachine } from '#machines/wall/rotation-machine.ts'

const formatState = (value: string | object) => (typeof value === 'string' ? value : Object.keys(value).join(''))

const paths = getShortestPaths(rotationMachine, {
  input: { viewMs: [30_000, 20_000], view: 0 },
  events: [
    { type: 'view.next' },
    { type: 'view.previous' },
    { type: 'pause.toggle' },
    { type: 'failure.started', view: 1 },
    { type: 'failure.ended' },
    { type: 'pages.counted', pages: 3 },
    { type: 'view.crashed' },
    elapsed('step', 'rotation.showing'),
    elapsed('step', 'rotation.held.turning'),
    elapsed('hold', 'rotation.held'),
    elapsed('pauseMost', 'rotation.paused'),
    elapsed('retry', 'rotation.recovering'),
  ],
  stopWhen: ({ context }) => context.crashes > 3,
})

test('every state can be reached', () => {
  expect(new Set(paths.map(({ state }) => formatState(state.value)))).toEqual(
    new Set(['showing', 'held', 'paused', 'recovering']),
  )
})

const ways = toWays(paths)

test('the view and the page exist on every path', () => {
  const violations = ways.filter(({ state: { context } }) => {
    const { view, viewMs, page, pages } = context
    return viewMs[view] === undefined || page < 0 || page >= pages
  })
  expect(violations.map(({ way }) => way)).toEqual([])
})

type Outer = Parameters<ReturnType<typeof createActor<typeof rotationMachine>>['send']>[0]

const anHourAfter = (events: readonly Outer[]) => {
  const clock = new SimulatedClock()
  const actor = createActor(rotationMachine, { clock, input: { viewMs: [30_000, 20_000], view: 0 } }).start()
  for (const event of events) actor.send(event)
  clock.increment(3_600_000)
  return formatState(actor.getSnapshot().value)
}

test('every path leads back to showing without input', () => {
  const outer = paths
    .map(({ steps }) => steps.map(({ event }) => event))
    .filter((events) => events.every(({ type }) => !type.startsWith('xstate.after')))
    .map((events) => events.filter(({ type }) => !type.startsWith('xstate.')))
  expect(outer.length).toBeGreaterThan(20)
  expect(outer.filter((events) => anHourAfter(events) !== 'showing')).toEqual([])
})

const start = (viewMs: readonly number[] = [30_000, 20_000, 15_000]) => {
  const clock = new SimulatedClock()
  const actor = createActor(rotationMachine, { clock, input: { viewMs, view: 0 } }).start()
  const seen = () => {
    const { value, context } = actor.getSnapshot()
    return { state: formatState(value), view: context.view, page: context.page }
  }
  return { clock, send: (event: Outer) => actor.send(event), seen }
}

describe('a rotation', () => {
  test('shows each view for its time, then starts over', () => {
    const { clock, seen } = start()
    clock.increment(29_999)
    expect(seen()).toEqual({ state: 'showing', view: 0, page: 0 })
    clock.increment(1)
    expect(seen()).toEqual({ state: 'showing', view: 1, page: 0 })
    clock.increment(20_000)
    clock.increment(15_000)
    expect(seen()).toEqual({ state: 'showing', view: 0, page: 0 })
  })

  test('goes back to the page before, then to the view before, also while paused', () => {
    const { send, seen } = start()
    send({ type: 'view.previous' })
    expect(seen()).toEqual({ state: 'showing', view: 2, page: 0 })
    send({ type: 'pages.counted', pages: 2 })
    send({ type: 'pause.toggle' })
    send({ type: 'view.next' })
    expect(seen()).toEqual({ state: 'paused', view: 2, page: 1 })
    send({ type: 'view.previous' })
    send({ type: 'view.previous' })
    expect(seen()).toEqual({ state: 'paused', view: 1, page: 0 })
  })

  test('shows all pages of a view before the next view, each for at least ten seconds', () => {
    const { clock, send, seen } = start()
    send({ type: 'pages.counted', pages: 4 })
    for (const page of [1, 2, 3]) {
      clock.increment(10_000)
      expect(seen()).toEqual({ state: 'showing', view: 0, page })
    }
    clock.increment(10_000)
    expect(seen()).toEqual({ state: 'showing', view: 1, page: 0 })
  })

  test('stays paused, advances manually, and resumes after an hour', () => {
    const { clock, send, seen } = start()
    send({ type: 'pause.toggle' })
    clock.increment(3_599_999)
    expect(seen()).toEqual({ state: 'paused', view: 0, page: 0 })
    send({ type: 'view.next' })
    expect(seen()).toEqual({ state: 'paused', view: 1, page: 0 })
    clock.increment(1)
    expect(seen()).toEqual({ state: 'showing', view: 1, page: 0 })
  })

  test('switches to the view of a new failure and rated it as five minutes while its pages rotate', () => {
    const { clock, send, seen } = start()
    send({ type: 'failure.started', view: 2 })
    send({ type: 'pages.counted', pages: 2 })
    expect(seen()).toEqual({ state: 'held', view: 2, page: 0 })
    clock.increment(15_000)
    expect(seen()).toEqual({ state: 'held', view: 2, page: 1 })
    clock.increment(284_999)
    expect(seen().state).toBe('held')
    clock.increment(1)
    expect(seen().state).toBe('showing')
  })

  test('resumes when the failure is resolved', () => {
    const { clock, send, seen } = start()
    send({ type: 'failure.started', view: 0 })
    send({ type: 'failure.ended' })
    clock.increment(30_000)
    expect(seen()).toEqual({ state: 'showing', view: 1, page: 0 })
  })

  test('ignores failures while paused', () => {
    const { send, seen } = start()
    send({ type: 'pause.toggle' })
    send({ type: 'failure.started', view: 2 })
    expect(seen()).toEqual({ state: 'paused', view: 0, page: 0 })
  })

  test('retries a crashed view with increasing delays, and skips it at the third crash', () => {
    const { clock, send, seen } = start()
    for (const waitMs of [2_000, 4_000]) {
      send({ type: 'view.crashed' })
      clock.increment(waitMs - 1)
      expect(seen().state).toBe('recovering')
      clock.increment(1)
      expect(seen()).toEqual({ state: 'showing', view: 0, page: 0 })
    }
    send({ type: 'view.crashed' })
    clock.increment(8_000)
    expect(seen()).toEqual({ state: 'showing', view: 1, page: 0 })
  })

  test('keeps retrying its only view, at most once a minute', () => {
    const { clock, send, seen } = start([30_000])
    for (let crash = 0; crash < 12; crash++) {
      send({ type: 'view.crashed' })
      clock.increment(60_000)
    }
    expect(seen()).toEqual({ state: 'showing', view: 0, page: 0 })
  })

  test('keeps its position when a recovery reduces the pages', () => {
    const { send, seen } = start([30_000])
    send({ type: 'pages.counted', pages: 5 })
    for (let i = 0; i < 4; i++) send({ type: 'view.next' })
    send({ type: 'pages.counted', pages: 2 })
    expect(seen().page).toBe(1)
  })
})
