import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { resourceSearchMachine, type FoundResource } from './resource-search-machine.ts'

const authorize: FoundResource = { id: '1', name: 'authorize', kind: 'check', type: 'http', namespace: 'payments' }

const started = (search: (text: string) => Promise<readonly FoundResource[]>) => {
  const queries: string[] = []
  const clock = new SimulatedClock()
  const machine = resourceSearchMachine.provide({
    actors: {
      search: fromPromise<readonly FoundResource[], { readonly text: string }>(({ input }) => {
        queries.push(input.text)
        return search(input.text)
      }),
    },
  })
  return { queries, clock, actor: createActor(machine, { clock }).start() }
}

test('searches once, 300 ms after the last keystroke [UI-54]', async () => {
  const { queries, clock, actor } = started(async () => [authorize])
  actor.send({ type: 'search.type', text: 'a' })
  clock.increment(299)
  actor.send({ type: 'search.type', text: 'au' })
  clock.increment(299)
  expect(queries).toEqual([])
  clock.increment(1)
  expect(queries).toEqual(['au'])
  expect((await waitFor(actor, (state) => state.matches('found'))).context.found).toEqual([authorize])
})

test('never searches for an empty text', () => {
  const { queries, clock, actor } = started(async () => [])
  actor.send({ type: 'search.type', text: '  ' })
  clock.increment(1_000)
  expect([queries, actor.getSnapshot().value]).toEqual([[], 'empty'])
})

test('drops the result of an outdated query', async () => {
  const responses: ((found: readonly FoundResource[]) => void)[] = []
  const { clock, actor } = started(() => new Promise((resolve) => responses.push(resolve)))
  actor.send({ type: 'search.type', text: 'old' })
  clock.increment(300)
  actor.send({ type: 'search.type', text: 'new' })
  clock.increment(300)
  responses[1]?.([authorize])
  responses[0]?.([])
  expect((await waitFor(actor, (state) => state.matches('found'))).context.found).toEqual([authorize])
})

test('shows the error of a failed search, and searches again on the next keystroke', async () => {
  const { clock, actor } = started(async (text) => {
    if (text === '(') throw new Error('unbalanced parenthesis')
    return [authorize]
  })
  actor.send({ type: 'search.type', text: '(' })
  clock.increment(300)
  expect((await waitFor(actor, (state) => state.matches('failed'))).context.error).toEqual(
    new Error('unbalanced parenthesis'),
  )
  actor.send({ type: 'search.type', text: '(a)' })
  clock.increment(300)
  await waitFor(actor, (state) => state.matches('found'))
})
