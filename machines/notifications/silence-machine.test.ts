import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import type { SilencePreview, SilenceToAdd } from '#shared/notifications/silence-route.ts'
import { done, elapsed, failed } from '#machines/testing/reach.ts'
import { silenceMachine, type SilenceTerms } from './silence-machine.ts'

const terms = { filter: 'check.type == "dns"', until: 'now+1h' }
const silence = { ...terms, name: 'carrier maintenance' }
const makePreview = (muted: number, all: number): SilencePreview => ({
  muted_now: [],
  would_have_muted: [],
  messages: { muted, all, since: '2026-11-19T10:00:00Z' },
  fires_at_end: [],
  is_cut: false,
})
const [some, everything] = [makePreview(2, 40), makePreview(40, 40)]

const paths = getShortestPaths(silenceMachine, {
  events: [
    { type: 'terms.change', terms },
    { type: 'terms.change', terms: null },
    { type: 'preview.retry' },
    { type: 'silence.submit', silence },
    { type: 'silence.confirm' },
    { type: 'silence.reconsider' },
    elapsed('typing', 'silence.settling'),
    done('look', some),
    done('look', everything),
    failed('look', 'no such field'),
    done('save', undefined),
    failed('save', 'too late'),
  ],
})

const formatState = (value: (typeof paths)[number]['state']['value']) =>
  typeof value === 'string' ? value : Object.values(value).join()

test('every state can be reached', () => {
  expect(new Set(paths.map(({ state }) => formatState(state.value)))).toEqual(
    new Set(['incomplete', 'looked', 'unread', 'refused', 'settling', 'looking', 'asking', 'saving', 'saved']),
  )
})

const [savingPaths, others] = [true, false].map((isSaving) =>
  paths.filter(({ state }) => (state.matches('saving') || state.matches('saved')) === isSaving),
)

test.each(others ?? [])('is not busy before a save', ({ state }) => {
  expect(state.hasTag('busy')).toBe(false)
})

test.each(savingPaths ?? [])('saves only after a submit', ({ state, steps }) => {
  expect(state.context.wanted).toBe(silence)
  expect(steps.map(({ event: { type } }) => type)).toContain('silence.submit')
})

const start = (previews: readonly (SilencePreview | Error)[], saves: readonly (Error | null)[] = []) => {
  const [looks, remainingSaves] = [[...previews], [...saves]]
  const looked: (SilenceTerms | null)[] = []
  const saved: (SilenceToAdd | null)[] = []
  const clock = new SimulatedClock()
  const actor = createActor(
    silenceMachine.provide({
      actors: {
        look: fromPromise<SilencePreview | null, SilenceTerms | null>(async ({ input }) => {
          looked.push(input)
          const next = looks.shift()
          if (next instanceof Error) throw next
          return next ?? null
        }),
        save: fromPromise<void, SilenceToAdd | null>(async ({ input }) => {
          saved.push(input)
          const failure = remainingSaves.shift()
          if (failure) throw failure
        }),
      },
    }),
    { clock },
  ).start()
  return { actor, clock, looked, saved }
}

test('previews once typing settles, and a submit waits for the preview', async () => {
  const { actor, clock, looked, saved } = start([some])
  actor.send({ type: 'terms.change', terms: { ...terms, filter: 'check' } })
  clock.increment(300)
  actor.send({ type: 'terms.change', terms })
  clock.increment(300)
  expect(looked).toEqual([])
  actor.send({ type: 'silence.submit', silence })
  await waitFor(actor, (state) => state.matches('saved'))
  expect([looked, saved]).toEqual([[terms], [silence]])
})

test('asks for confirmation when a silence suppresses everything, and allows changes', async () => {
  const { actor, clock, saved } = start([everything, some])
  actor.send({ type: 'terms.change', terms })
  clock.increment(400)
  await waitFor(actor, (state) => state.matches({ writing: 'looked' }))
  actor.send({ type: 'silence.submit', silence })
  expect(actor.getSnapshot().matches('asking')).toBe(true)
  actor.send({ type: 'silence.reconsider' })
  const narrower = { ...terms, filter: 'check.name == "home"' }
  actor.send({ type: 'terms.change', terms: narrower })
  actor.send({ type: 'silence.submit', silence: { ...silence, ...narrower } })
  await waitFor(actor, (state) => state.matches('saved'))
  expect(saved).toEqual([{ ...silence, ...narrower }])
})

test('warns when the preview fails and saves on a second submit; a rejected save can be retried', async () => {
  const { actor, saved } = start([new Error('The backend is slow.')], [new Error('No right.'), null])
  actor.send({ type: 'terms.change', terms })
  actor.send({ type: 'silence.submit', silence })
  const unread = await waitFor(actor, (state) => state.matches({ writing: 'unread' }))
  expect([unread.context.error, saved]).toEqual([new Error('The backend is slow.'), []])
  actor.send({ type: 'silence.submit', silence })
  const rejected = await waitFor(actor, (state) => state.matches({ writing: 'refused' }))
  expect(rejected.context.error).toEqual(new Error('No right.'))
  actor.send({ type: 'silence.submit', silence })
  await waitFor(actor, (state) => state.matches('saved'))
  expect(saved).toEqual([silence, silence])
})
