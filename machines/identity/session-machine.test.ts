import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { done, elapsed, toWays } from '#machines/testing/reach.ts'
import { sessionMachine, type SessionResult } from './session-machine.ts'

const ada: SessionResult = { kind: 'person', id: 'ada' }
const grace: SessionResult = { kind: 'person', id: 'grace' }
const signedOut: SessionResult = { kind: 'signedOut' }
const secondFactor: SessionResult = { kind: 'secondFactor' }
const starting: SessionResult = { kind: 'starting', error: { reason: 'down', status: 503 } }
const unreachable: SessionResult = { kind: 'unreachable', error: { reason: 'Network Error.' } }
const rejected: SessionResult = { kind: 'refused', error: { reason: 'denied', status: 403 } }
const noAccess: SessionResult = { kind: 'noAccess', error: { reason: 'no access', status: 403 } }
const results = [noAccess, ada, grace, signedOut, secondFactor, starting, unreachable, rejected]

const paths = getShortestPaths(sessionMachine, {
  events: [
    ...['loadSession', 'checkWho', 'confirmWho', 'recheckWho'].flatMap((id) =>
      results.map((result) => done(id, result)),
    ),
    { type: 'session.doubt' },
    { type: 'session.retry' },
    { type: 'page.change' },
    elapsed('askAgain', 'session.provisioning'),
    elapsed('askAgain', 'session.unreachable'),
    elapsed('lookAgain', 'session.withoutAccess'),
    elapsed('confirmAfter', 'session.possiblySignedOut'),
  ],
  stopWhen: ({ context }) => context.attempts > 2,
})
const ways = toWays(paths)

test('every state can be reached', () => {
  const passing = new Set(['routing', 'judging', 'rejudging'])
  const states = Object.keys(sessionMachine.states).filter((name) => !passing.has(name))
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(states))
})

test.each(ways.filter(({ state }) => state.hasTag('known')))(
  'knows the person in every state that shows a page: $way',
  ({ state }) => {
    expect(state.context.personId).toMatch(/ada|grace/)
  },
)

const begin = (...script: SessionResult[]) => {
  const left: string[] = []
  const clock = new SimulatedClock()
  const machine = sessionMachine.provide({
    actors: { loadSession: fromPromise(async () => (script.length > 1 ? script.shift() : script[0]) ?? signedOut) },
    actions: {
      signIn: () => void left.push('signIn'),
      stepUp: () => void left.push('stepUp'),
      startOver: () => void left.push('startOver'),
      resume: () => void left.push('resume'),
    },
  })
  const actor = createActor(machine, { clock }).start()
  const reach = (state: string) => waitFor(actor, ({ value }) => value === state, { timeout: 1_000 })
  return { actor, left, clock, reach }
}

const inDoubt = async (...then: SessionResult[]) => {
  const begun = begin(ada, ...then)
  await begun.reach('signedIn')
  begun.actor.send({ type: 'session.doubt' })
  return begun
}

describe('at the start', () => {
  test.each<[string, SessionResult, string]>([
    ['a signed-out session leads to the sign-in [ERR-07]', signedOut, 'signIn'],
    ['a missing second factor leads to the sign-in for it [ERR-06]', secondFactor, 'stepUp'],
  ])('%s', async (_, result, way) => {
    const { left, reach } = begin(result)
    await reach('leaving')
    expect(left).toEqual([way])
  })

  test.each<[string, SessionResult]>([
    ['provisioning', starting],
    ['unreachable', unreachable],
  ])('retries every three seconds while the backend is %s [AUTH-45]', async (state, result) => {
    const { actor, clock, reach } = begin(result, result, ada)
    await reach(state)
    clock.increment(3_000)
    await waitFor(actor, ({ value, context }) => value === state && context.attempts === 2)
    clock.increment(3_000)
    expect((await reach('signedIn')).context).toMatchObject({ personId: 'ada', attempts: 0 })
  })

  test('stays rejected until the person retries [ERR-08]', async () => {
    const { actor, clock, reach } = begin(rejected, ada)
    await reach('failed')
    clock.increment(60_000)
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({ type: 'session.retry' })
    expect((await reach('signedIn')).context.personId).toBe('ada')
  })
})

describe('an account without access', () => {
  test('does not redirect, and is checked again until it has access', async () => {
    const { left, clock, reach } = begin(noAccess, noAccess, ada)
    await reach('withoutAccess')
    clock.increment(15_000)
    await reach('asking')
    await reach('withoutAccess')
    clock.increment(15_000)
    expect((await reach('signedIn')).context.personId).toBe('ada')
    expect(left).toEqual([])
  })

  test('closes an open page only after a second response confirms the lost access', async () => {
    const { left, clock, reach } = await inDoubt(noAccess)
    await reach('possiblySignedOut')
    clock.increment(1_000)
    expect((await reach('withoutAccess')).hasTag('known')).toBe(false)
    expect(left).toEqual([])
  })

  test('ignores a single response that contradicts the ones around it', async () => {
    const { left, clock, reach } = await inDoubt(noAccess, ada)
    await reach('possiblySignedOut')
    clock.increment(1_000)
    await reach('signedIn')
    expect(left).toEqual(['resume'])
  })

  test('redirects when its session ended elsewhere, and reloads for another person', async () => {
    const signedOutElsewhere = begin(noAccess, signedOut)
    await signedOutElsewhere.reach('withoutAccess')
    signedOutElsewhere.actor.send({ type: 'session.doubt' })
    await signedOutElsewhere.reach('leaving')
    const other = await inDoubt(noAccess, noAccess, grace)
    await other.reach('possiblySignedOut')
    other.clock.increment(1_000)
    await other.reach('withoutAccess')
    other.actor.send({ type: 'session.retry' })
    await other.reach('leaving')
    expect([signedOutElsewhere.left, other.left]).toEqual([['signIn'], ['startOver']])
  })
})

describe('a session in doubt', () => {
  test.each([starting, unreachable, rejected])('keeps the page while the check fails: %j', async (result) => {
    const { actor, left } = await inDoubt(result)
    await waitFor(actor, ({ context }) => context.result === result)
    expect([actor.getSnapshot().value, left]).toEqual(['signedIn', []])
  })

  test('keeps the page after it ended, and leads to the sign-in on the next page [ERR-01]', async () => {
    const { actor, left, clock, reach } = await inDoubt(signedOut)
    await reach('possiblySignedOut')
    clock.increment(1_000)
    const expired = await reach('expired')
    expect([expired.hasTag('known'), left]).toEqual([true, []])
    actor.send({ type: 'page.change' })
    expect([actor.getSnapshot().value, left]).toEqual(['leaving', ['signIn']])
  })

  test('continues with a renewed cookie', async () => {
    const { left, clock, reach } = await inDoubt(signedOut, ada)
    await reach('possiblySignedOut')
    clock.increment(1_000)
    expect((await reach('signedIn')).context.personId).toBe('ada')
    expect(left).toEqual(['resume'])
  })

  test('continues after it ended when the same person has signed in again', async () => {
    const { actor, left, clock, reach } = await inDoubt(signedOut, signedOut, signedOut, ada)
    await reach('possiblySignedOut')
    clock.increment(1_000)
    await reach('expired')
    actor.send({ type: 'session.doubt' })
    await reach('rechecking')
    await reach('expired')
    actor.send({ type: 'session.doubt' })
    await reach('signedIn')
    expect(left).toEqual(['resume'])
  })

  test.each([[grace], [signedOut, grace]])('reloads the console when another person has signed in', async (...then) => {
    const { left, clock, reach } = await inDoubt(...then)
    if (then.length === 2) {
      await reach('possiblySignedOut')
      clock.increment(1_000)
    }
    await reach('leaving')
    expect(left).toEqual(['startOver'])
  })
})
