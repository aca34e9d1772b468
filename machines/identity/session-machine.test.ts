import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { done, elapsed } from '#machines/testing/reach.ts'
import { sessionMachine, type SessionAnswer } from './session-machine.ts'

const ada: SessionAnswer = { kind: 'person', id: 'ada' }
const grace: SessionAnswer = { kind: 'person', id: 'grace' }
const nobody: SessionAnswer = { kind: 'nobody' }
const secondFactor: SessionAnswer = { kind: 'secondFactor' }
const starting: SessionAnswer = { kind: 'starting', trouble: { reason: 'down', status: 503 } }
const unreachable: SessionAnswer = { kind: 'unreachable', trouble: { reason: 'Network Error.' } }
const refused: SessionAnswer = { kind: 'refused', trouble: { reason: 'denied', status: 403 } }
const noAccess: SessionAnswer = { kind: 'noAccess', trouble: { reason: 'no access', status: 403 } }
const answers = [noAccess, ada, grace, nobody, secondFactor, starting, unreachable, refused]

const paths = getShortestPaths(sessionMachine, {
  events: [
    ...['askWho', 'checkWho', 'confirmWho', 'recheckWho'].flatMap((id) => answers.map((answer) => done(id, answer))),
    { type: 'session.doubt' },
    { type: 'session.retry' },
    { type: 'page.change' },
    elapsed('askAgain', 'session.provisioning'),
    elapsed('askAgain', 'session.unreachable'),
    elapsed('lookAgain', 'session.withoutAccess'),
    elapsed('confirmAfter', 'session.suspecting'),
  ],
  stopWhen: ({ context }) => context.attempts > 2,
})
const ways = paths.map(({ state, steps }) => ({ state, way: steps.map(({ event }) => event.type).join(' → ') }))

test('every state can be reached', () => {
  const passing = new Set(['routing', 'judging', 'rejudging'])
  const states = Object.keys(sessionMachine.states).filter((name) => !passing.has(name))
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(states))
})

test.each(ways.filter(({ state }) => state.hasTag('known')))(
  'knows a person whenever a page may stand: $way',
  ({ state }) => {
    expect(state.context.personId).toMatch(/ada|grace/)
  },
)

/** A machine whose question is answered in this order; the last answer stays. */
const begin = (...script: SessionAnswer[]) => {
  const left: string[] = []
  const clock = new SimulatedClock()
  const machine = sessionMachine.provide({
    actors: { askWho: fromPromise(async () => (script.length > 1 ? script.shift() : script[0]) ?? nobody) },
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

const inDoubt = async (...then: SessionAnswer[]) => {
  const begun = begin(ada, ...then)
  await begun.reach('signedIn')
  begun.actor.send({ type: 'session.doubt' })
  return begun
}

describe('at the start', () => {
  test.each<[string, SessionAnswer, string]>([
    ['nobody signed in leads to the sign-in [ERR-07]', nobody, 'signIn'],
    ['a missing second factor leads to the sign-in for it [ERR-06]', secondFactor, 'stepUp'],
  ])('%s', async (_, answer, way) => {
    const { left, reach } = begin(answer)
    await reach('leaving')
    expect(left).toEqual([way])
  })

  test.each<[string, SessionAnswer]>([
    ['provisioning', starting],
    ['unreachable', unreachable],
  ])('a backend that is %s is asked again every three seconds until it answers [AUTH-45]', async (state, answer) => {
    const { actor, clock, reach } = begin(answer, answer, ada)
    await reach(state)
    clock.increment(3_000)
    await waitFor(actor, ({ value, context }) => value === state && context.attempts === 2)
    clock.increment(3_000)
    expect((await reach('signedIn')).context).toMatchObject({ personId: 'ada', attempts: 0 })
  })

  test('a refusal is final until the person tries again [ERR-08]', async () => {
    const { actor, clock, reach } = begin(refused, ada)
    await reach('failed')
    clock.increment(60_000)
    expect(actor.getSnapshot().value).toBe('failed')
    actor.send({ type: 'session.retry' })
    expect((await reach('signedIn')).context.personId).toBe('ada')
  })
})

describe('an account without access', () => {
  test('is led nowhere, and looked at again until it has access', async () => {
    const { left, clock, reach } = begin(noAccess, noAccess, ada)
    await reach('withoutAccess')
    clock.increment(15_000)
    await reach('asking')
    await reach('withoutAccess')
    clock.increment(15_000)
    expect((await reach('signedIn')).context.personId).toBe('ada')
    expect(left).toEqual([])
  })

  test('that was taken away while a page was open takes the page away once a second answer says so', async () => {
    const { left, clock, reach } = await inDoubt(noAccess)
    await reach('suspecting')
    clock.increment(1_000)
    expect((await reach('withoutAccess')).hasTag('known')).toBe(false)
    expect(left).toEqual([])
  })

  test('is nothing that one answer between two others says', async () => {
    const { left, clock, reach } = await inDoubt(noAccess, ada)
    await reach('suspecting')
    clock.increment(1_000)
    await reach('signedIn')
    expect(left).toEqual(['resume'])
  })

  test('leads on when its session ended elsewhere, and starts over for another person', async () => {
    const gone = begin(noAccess, nobody)
    await gone.reach('withoutAccess')
    gone.actor.send({ type: 'session.doubt' })
    await gone.reach('leaving')
    const other = await inDoubt(noAccess, noAccess, grace)
    await other.reach('suspecting')
    other.clock.increment(1_000)
    await other.reach('withoutAccess')
    other.actor.send({ type: 'session.retry' })
    await other.reach('leaving')
    expect([gone.left, other.left]).toEqual([['signIn'], ['startOver']])
  })
})

describe('a session in doubt', () => {
  test.each([starting, unreachable, refused])('stands while the question cannot be answered: %j', async (answer) => {
    const { actor, left } = await inDoubt(answer)
    await waitFor(actor, ({ context }) => context.answer === answer)
    expect([actor.getSnapshot().value, left]).toEqual(['signedIn', []])
  })

  test('that has ended leaves the page where it is, and leads to the sign-in with the next page [ERR-01]', async () => {
    const { actor, left, clock, reach } = await inDoubt(nobody)
    await reach('suspecting')
    clock.increment(1_000)
    const expired = await reach('expired')
    expect([expired.hasTag('known'), left]).toEqual([true, []])
    actor.send({ type: 'page.change' })
    expect([actor.getSnapshot().value, left]).toEqual(['leaving', ['signIn']])
  })

  test('that only got a new cookie goes on', async () => {
    const { left, clock, reach } = await inDoubt(nobody, ada)
    await reach('suspecting')
    clock.increment(1_000)
    expect((await reach('signedIn')).context.personId).toBe('ada')
    expect(left).toEqual(['resume'])
  })

  test('that has ended goes on when the same person has signed in again', async () => {
    const { actor, left, clock, reach } = await inDoubt(nobody, nobody, nobody, ada)
    await reach('suspecting')
    clock.increment(1_000)
    await reach('expired')
    actor.send({ type: 'session.doubt' })
    await reach('rechecking')
    await reach('expired')
    actor.send({ type: 'session.doubt' })
    await reach('signedIn')
    expect(left).toEqual(['resume'])
  })

  test.each([[grace], [nobody, grace]])(
    'starts over when it is another person who is signed in now',
    async (...then) => {
      const { left, clock, reach } = await inDoubt(...then)
      if (then.length === 2) {
        await reach('suspecting')
        clock.increment(1_000)
      }
      await reach('leaving')
      expect(left).toEqual(['startOver'])
    },
  )
})
