import { getShortestPaths } from 'xstate/graph'
import { describe, expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { done, elapsed, failed } from '#machines/testing/reach.ts'
import { linkMachine } from './link-machine.ts'
import { validateLink } from './link-rules.ts'
import type { EvidenceToAttach, FoundHypothesis, FoundIncident, HypothesisToAdd, IncidentToOpen } from './link-types.ts'

const resource = { kind: 'check', id: 'c1', name: 'replication lag' } as const
const incident: FoundIncident = { id: 'i1', number: 'INC-1', title: 'Payments fail', status: 'open' }
const hypothesis: FoundHypothesis = { id: 'h1', title: 'The disk is full', type: 'root', status: 'likely' }
const another: FoundHypothesis = { ...hypothesis, id: 'h2', title: 'The mesh' }
const rejection = new Error('no')

const paths = getShortestPaths(linkMachine, {
  input: resource,
  events: [
    { type: 'query.type', query: 'pay' },
    { type: 'incident.choose', incident: { kind: 'existing', incident } },
    { type: 'incident.choose', incident: { kind: 'new', title: 'Orders are stale' } },
    { type: 'incident.clear' },
    { type: 'hypothesis.choose', hypothesis: { kind: 'existing', id: 'h1' } },
    { type: 'field.type', name: 'severity', value: 'high' },
    { type: 'field.type', name: 'type', value: 'cost' },
    { type: 'lookup.retry' },
    { type: 'link.submit' },
    done('findIncidents', [incident]),
    failed('findIncidents', rejection),
    done('findHypotheses', [hypothesis, another]),
    failed('findHypotheses', rejection),
    done('openIncident', incident),
    failed('openIncident', rejection),
    done('addHypothesis', hypothesis),
    failed('addHypothesis', rejection),
    done('attachEvidence', undefined),
    failed('attachEvidence', rejection),
    elapsed('typing', 'link.form.incidents.typing'),
  ],
  limit: 120_000,
})

const listSubstates = (path: string) =>
  Object.keys(path.split('.').reduce((node, name) => node.states[name] ?? node, linkMachine.root).states)

describe('the paths of the link dialog', () => {
  test('reach every step of linking, and every state of both lookups', () => {
    const wanted = [
      ...listSubstates('form.incidents').map((name) => ({ form: { incidents: name } })),
      ...listSubstates('form.hypotheses').map((name) => ({ form: { hypotheses: name } })),
      ...listSubstates('linking').map((name) => ({ linking: name })),
      'linked',
    ]
    // XState passes through these two states without settling in them.
    const passed = JSON.stringify([{ form: { hypotheses: 'opening' } }, { linking: 'deciding' }])
    const missed = wanted.filter((value) => !paths.some(({ state }) => state.matches(value as never)))
    expect(JSON.stringify(missed)).toBe(passed)
  })

  test('attach nothing without a hypothesis, and open nothing without severity and type [INC-24,INC-25,INC-26,INC-27]', () => {
    const violations = paths.filter(({ state }) => {
      const { incident: chosen, hypothesis: believed, severity, type } = state.context
      if (state.matches({ linking: 'attaching' })) return believed?.kind !== 'existing' || chosen?.kind !== 'existing'
      if (state.matches({ linking: 'opening' })) return chosen?.kind !== 'new' || severity === '' || type === ''
      return false
    })
    expect(violations).toEqual([])
  })

  test('keep the selection and the input after a failure', () => {
    const violations = paths.filter(({ state, steps }) => {
      const typed = steps.some(
        ({ event }) => event.type === 'field.type' && 'name' in event && event.name === 'severity',
      )
      return typed && state.context.severity !== 'high'
    })
    expect(violations).toEqual([])
  })
})

interface Calls {
  readonly hypotheses?: readonly FoundHypothesis[]
  readonly attach?: () => Promise<void>
}

const begin = ({ hypotheses = [], attach = async () => undefined }: Calls) => {
  const clock = new SimulatedClock()
  const findIncidents = vi.fn<(query: string) => Promise<readonly FoundIncident[]>>(async () => [incident])
  const openIncident = vi.fn<(request: IncidentToOpen) => Promise<FoundIncident>>(async ({ title }) => ({
    ...incident,
    title,
  }))
  const addHypothesis = vi.fn<(request: HypothesisToAdd) => Promise<FoundHypothesis>>(async () => hypothesis)
  const attachEvidence = vi.fn<(request: EvidenceToAttach) => Promise<void>>(attach)
  const notifyFailure = vi.fn<() => void>()
  const machine = linkMachine.provide({
    actors: {
      findIncidents: fromPromise<readonly FoundIncident[], string>(({ input }) => findIncidents(input)),
      findHypotheses: fromPromise<readonly FoundHypothesis[], string>(async () => hypotheses),
      openIncident: fromPromise<FoundIncident, IncidentToOpen>(({ input }) => openIncident(input)),
      addHypothesis: fromPromise<FoundHypothesis, HypothesisToAdd>(({ input }) => addHypothesis(input)),
      attachEvidence: fromPromise<void, EvidenceToAttach>(({ input }) => attachEvidence(input)),
    },
    actions: { notifyFailure: () => notifyFailure() },
  })
  const actor = createActor(machine, { clock, input: resource }).start()
  return { actor, clock, findIncidents, openIncident, addHypothesis, attachEvidence, notifyFailure }
}

const existing = { type: 'incident.choose', incident: { kind: 'existing', incident } } as const

test('searches once typing pauses for 100 ms [INC-28]', async () => {
  const { actor, clock, findIncidents } = begin({})
  await waitFor(actor, (state) => state.matches({ form: { incidents: 'found' } }))
  actor.send({ type: 'query.type', query: 'p' })
  clock.increment(99)
  actor.send({ type: 'query.type', query: 'pa' })
  clock.increment(99)
  expect(findIncidents.mock.calls).toEqual([['']])
  clock.increment(1)
  await waitFor(actor, (state) => state.matches({ form: { incidents: 'found' } }))
  expect(findIncidents.mock.calls).toEqual([[''], ['pa']])
})

test.each([
  ['PAY', [incident]],
  ['inc-1', [incident]],
  ['Mesh is down', []],
])('only matches of %j stay in the list before the response arrives', async (query, shown) => {
  const { actor } = begin({})
  await waitFor(actor, (state) => state.matches({ form: { incidents: 'found' } }))
  actor.send({ type: 'query.type', query })
  expect(actor.getSnapshot().context.found).toEqual(shown)
})

test('Enter takes the first match, also during the search, and links when there is one hypothesis', async () => {
  const { actor, clock, findIncidents, attachEvidence } = begin({ hypotheses: [hypothesis] })
  await waitFor(actor, (state) => state.matches({ form: { incidents: 'found' } }))
  actor.send({ type: 'query.type', query: 'pa' })
  actor.send({ type: 'query.enter' })
  expect(actor.getSnapshot().context.incident).toBeNull()
  clock.increment(100)
  await waitFor(actor, (state) => state.matches('linked'))
  expect(findIncidents.mock.calls.slice(0, 2)).toEqual([[''], ['pa']])
  expect(attachEvidence.mock.calls).toEqual([[{ resource, hypothesisId: 'h1', description: 'replication lag' }]])
})

test('Enter does not link when there are several hypotheses: one has to be chosen', async () => {
  const { actor, attachEvidence } = begin({ hypotheses: [hypothesis, another] })
  await waitFor(actor, (state) => state.matches({ form: { incidents: 'found' } }))
  actor.send({ type: 'query.enter' })
  const { context } = await waitFor(actor, (state) => state.matches({ form: { hypotheses: 'there' } }))
  expect([context.incident, context.hypothesis, context.isHurried]).toEqual([
    { kind: 'existing', incident },
    null,
    false,
  ])
  expect(attachEvidence.mock.calls).toEqual([])
})

const findChosenHypothesis = async (hypotheses: readonly FoundHypothesis[]) => {
  const { actor } = begin({ hypotheses })
  actor.send(existing)
  const { context } = await waitFor(actor, (state) => state.matches({ form: { hypotheses: 'there' } }))
  return context.hypothesis
}

test('selects the only hypothesis of an incident, and none of several [INC-23]', async () => {
  expect(await findChosenHypothesis([hypothesis])).toEqual({ kind: 'existing', id: 'h1' })
  expect(await findChosenHypothesis([hypothesis, another])).toBeNull()
})

test('a submit during the hypothesis search links when there is only one, otherwise shows the missing fields', async () => {
  const one = begin({ hypotheses: [hypothesis] })
  one.actor.send(existing)
  one.actor.send({ type: 'link.submit' })
  await waitFor(one.actor, (state) => state.matches('linked'))
  expect(one.attachEvidence.mock.calls).toEqual([[{ resource, hypothesisId: 'h1', description: 'replication lag' }]])
  const two = begin({ hypotheses: [hypothesis, another] })
  two.actor.send(existing)
  two.actor.send({ type: 'link.submit' })
  const { context } = await waitFor(two.actor, (state) => state.matches({ form: { hypotheses: 'there' } }))
  expect([context.isSubmitted, context.isHurried, two.attachEvidence.mock.calls]).toEqual([true, false, []])
})

test('shows each missing field after a submit [INC-24,INC-25,INC-26,INC-27]', async () => {
  const { actor } = begin({ hypotheses: [hypothesis, another] })
  actor.send({ type: 'link.submit' })
  expect(actor.getSnapshot().context.isSubmitted).toBe(true)
  expect(validateLink(actor.getSnapshot().context)).toEqual({ incident: 'Must select or create an incident' })
  actor.send({ type: 'incident.choose', incident: { kind: 'new', title: 'Orders are stale' } })
  expect(validateLink(actor.getSnapshot().context)).toEqual({
    severity: 'Please select incident severity',
    type: 'Please select an incident type',
  })
  actor.send(existing)
  expect(validateLink(actor.getSnapshot().context)).toEqual({ hypothesis: 'Must select or create a hypothesis' })
})

test('opens a new incident with a hypothesis of the same name and attaches the resource [INC-31,INC-32,INC-33]', async () => {
  const { actor, openIncident, addHypothesis, attachEvidence } = begin({})
  actor.send({ type: 'incident.choose', incident: { kind: 'new', title: 'Orders are stale' } })
  actor.send({ type: 'field.type', name: 'severity', value: 'high' })
  actor.send({ type: 'field.type', name: 'type', value: 'cost' })
  actor.send({ type: 'link.submit' })
  await waitFor(actor, (state) => state.matches('linked'))
  expect(openIncident.mock.calls).toEqual([
    [{ title: 'Orders are stale', severity: 'high', type: 'cost', description: '' }],
  ])
  expect(addHypothesis.mock.calls).toEqual([[{ incidentId: 'i1', title: 'Orders are stale' }]])
  expect(attachEvidence.mock.calls).toEqual([[{ resource, hypothesisId: 'h1', description: 'replication lag' }]])
})

test('reports a failed attachment, and the retry opens no second incident [INC-35,INC-36]', async () => {
  let fails = true
  const { actor, openIncident, addHypothesis, attachEvidence, notifyFailure } = begin({
    hypotheses: [hypothesis],
    attach: async () => {
      if (fails) throw rejection
    },
  })
  actor.send({ type: 'incident.choose', incident: { kind: 'new', title: 'Orders are stale' } })
  actor.send({ type: 'field.type', name: 'severity', value: 'high' })
  actor.send({ type: 'field.type', name: 'type', value: 'cost' })
  actor.send({ type: 'link.submit' })
  const { context } = await waitFor(actor, (state) => state.context.error !== null)
  expect([context.error, notifyFailure.mock.calls]).toEqual([rejection, [[]]])
  fails = false
  actor.send({ type: 'link.submit' })
  await waitFor(actor, (state) => state.matches('linked'))
  expect([openIncident, addHypothesis, attachEvidence].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 2])
})
