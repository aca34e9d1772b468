import { describe, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { connectionMachine } from '#machines/live/connection-machine.ts'
import { elapsed, toWays } from '#machines/testing/reach.ts'

const paths = getShortestPaths(connectionMachine, {
  events: [
    { type: 'socket.opened' },
    { type: 'socket.lost', reason: 'lost' },
    { type: 'socket.failed', reason: 'failed' },
    { type: 'socket.unauthorised', reason: 'sign in' },
    { type: 'socket.outdated', reason: 'reload' },
    { type: 'relay.leaving' },
    { type: 'network.lost' },
    { type: 'network.back' },
    { type: 'tab.woke', reason: 'asleep' },
    { type: 'feeds.live' },
    { type: 'feeds.lagging' },
    { type: 'feeds.stale', reason: 'the backend is down' },
    elapsed('gracePeriod', 'connection.connecting'),
  ],
})
const formatState = (value: string | object) => (typeof value === 'string' ? value : Object.values(value).join(''))

test('every state can be reached', () => {
  expect(new Set(paths.map(({ state }) => formatState(state.value)))).toEqual(
    new Set(['connecting', 'live', 'lagging', 'stale', 'offline', 'unauthorised', 'outdated']),
  )
})

const ways = toWays(paths)

test.each(ways.filter(({ state }) => ['stale', 'unauthorised', 'outdated'].includes(formatState(state.value))))(
  'has a reason in every state with an error: $way',
  ({ state }) => {
    expect(state.context.reason).not.toBeNull()
  },
)

test.each(ways.filter(({ state }) => formatState(state.value) === 'live'))(
  'has no reason when live: $way',
  ({ state }) => {
    expect(state.context.reason).toBeNull()
  },
)

test.each(ways.filter(({ state }) => state.hasTag('current')))(
  'is current only while connected, and never after a loss or a sleep: $way',
  ({ state, way }) => {
    expect(state.hasTag('connected')).toBe(true)
    const after = way.slice(Math.max(way.lastIndexOf('socket.lost'), way.lastIndexOf('tab.woke'), 0))
    expect(/^(socket\.lost|tab\.woke)/.test(after) ? after.includes('socket.opened') : true).toBe(true)
  },
)

const begin = () => {
  const clock = new SimulatedClock()
  const actor = createActor(connectionMachine, { clock }).start()
  return { clock, actor, state: () => formatState(actor.getSnapshot().value) }
}

describe('a connection', () => {
  test('raises no alarm after a loss before the grace period ends', () => {
    const { clock, actor, state } = begin()
    actor.send({ type: 'socket.opened' })
    actor.send({ type: 'socket.lost', reason: 'The connection was lost.' })
    clock.increment(4_999)
    expect(state()).toBe('connecting')
    clock.increment(1)
    expect(state()).toBe('offline')
    expect(actor.getSnapshot().context.reason).toBe('The connection was lost.')
  })

  test('raises no alarm during an announced restart unless it takes too long', () => {
    const { clock, actor, state } = begin()
    actor.send({ type: 'socket.opened' })
    actor.send({ type: 'relay.leaving' })
    expect(state()).toBe('live')
    actor.send({ type: 'socket.lost', reason: 'The relay is restarting.' })
    actor.send({ type: 'socket.failed', reason: 'Relay unreachable.' })
    expect([state(), actor.getSnapshot().context.reason]).toEqual(['connecting', 'The relay is restarting.'])
    clock.increment(5_000)
    expect(state()).toBe('offline')
    actor.send({ type: 'socket.opened' })
    actor.send({ type: 'socket.lost', reason: 'lost' })
    actor.send({ type: 'socket.failed', reason: 'failed' })
    expect(state()).toBe('offline')
  })

  test('is offline after one failed attempt, and live again after a successful one', () => {
    const { actor, state } = begin()
    actor.send({ type: 'socket.failed', reason: 'Relay unreachable.' })
    expect(state()).toBe('offline')
    actor.send({ type: 'socket.opened' })
    expect(state()).toBe('live')
  })

  test('reconnects after a wake-up, and retries when it was unauthorised', () => {
    const { clock, actor, state } = begin()
    actor.send({ type: 'socket.opened' })
    actor.send({ type: 'tab.woke', reason: 'This tab was suspended.' })
    expect([state(), actor.getSnapshot().context.reason]).toEqual(['connecting', 'This tab was suspended.'])
    actor.send({ type: 'feeds.live' })
    expect(state()).toBe('connecting')
    clock.increment(5_000)
    expect(state()).toBe('offline')
    actor.send({ type: 'socket.unauthorised', reason: 'Sign in.' })
    actor.send({ type: 'socket.lost', reason: 'gone' })
    expect(state()).toBe('unauthorised')
    actor.send({ type: 'tab.woke', reason: 'This tab was suspended.' })
    expect(state()).toBe('connecting')
  })

  test('stops reconnecting when the page is older than the relay', () => {
    const { actor } = begin()
    actor.send({ type: 'socket.outdated', reason: 'Reload this page.' })
    expect(actor.getSnapshot().status).toBe('done')
  })
})
