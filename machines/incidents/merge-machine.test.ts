import { expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import { done, elapsed, failed } from '#machines/testing/reach.ts'
import type { FoundIncident } from './link-types.ts'
import { mergeMachine, type MergePair, type MergePreview } from './merge-machine.ts'

const other = { id: 'i2', number: 'INC-2', title: 'Payments fail', status: 'open' }
const itself = { id: 'i1', number: 'INC-1', title: 'Cards fail', status: 'open' }
const preview: MergePreview = {
  moves: { hypotheses: 1, evidences: 2, comments: 3, responders: 0, links: 0 },
  respondersThere: 0,
  rules: [],
}

const paths = getShortestPaths(mergeMachine, {
  input: { mergedId: 'i1' },
  events: [
    { type: 'query.type', query: 'pay' },
    { type: 'incident.choose', incident: other },
    { type: 'incident.clear' },
    { type: 'dialog.retry' },
    { type: 'merge.confirm' },
    { type: 'dialog.leave' },
    elapsed('typing', 'merge.choosing.typing'),
    done('findIncidents', [other, itself]),
    failed('findIncidents', 'offline'),
    done('readPreview', preview),
    failed('readPreview', 'deleted'),
    done('merge', undefined),
    failed('merge', 'too late'),
  ],
})

test('every state can be reached', () => {
  const names = new Set(
    paths.map(({ state: { value } }) => (typeof value === 'string' ? value : Object.keys(value).join())),
  )
  expect(names).toEqual(new Set(['choosing', 'previewing', 'asking', 'refused', 'merging', 'merged', 'left']))
})

test.each(paths)('shows the preview before anything is merged', ({ state }) => {
  const { into, preview: read, found } = state.context
  const isRead = into === other && read === preview
  expect(state.hasTag('busy')).toBe(state.matches('merging'))
  expect(isRead || !(state.matches('asking') || state.matches('merging') || state.matches('merged'))).toBe(true)
  expect(found.map(({ id }) => id)).not.toContain('i1')
})

test('rejects an incident that was merged meanwhile, shows the new preview and allows another choice', async () => {
  const requests: MergePair[] = []
  const responses = [Promise.reject(new Error('INC-2 was merged into INC-3 by Mia.')), Promise.resolve()]
  const actor = createActor(
    mergeMachine.provide({
      actors: {
        findIncidents: fromPromise<readonly FoundIncident[], string>(async () => [other]),
        readPreview: fromPromise<MergePreview, MergePair>(async () => preview),
        merge: fromPromise<void, MergePair>(({ input }) => {
          requests.push(input)
          return responses.shift() ?? Promise.resolve()
        }),
      },
    }),
    { input: { mergedId: 'i1' }, clock: new SimulatedClock() },
  ).start()
  await waitFor(actor, (state) => state.matches({ choosing: 'found' }))
  actor.send({ type: 'incident.choose', incident: other })
  await waitFor(actor, (state) => state.matches('asking'))
  actor.send({ type: 'merge.confirm' })
  actor.send({ type: 'dialog.leave' })
  expect(actor.getSnapshot().matches('merging')).toBe(true)
  const rejected = await waitFor(actor, (state) => state.matches('refused'))
  expect(rejected.context.error).toEqual(new Error('INC-2 was merged into INC-3 by Mia.'))
  actor.send({ type: 'incident.clear' })
  actor.send({ type: 'incident.choose', incident: { ...other, id: 'i3' } })
  await waitFor(actor, (state) => state.matches('asking'))
  actor.send({ type: 'merge.confirm' })
  await waitFor(actor, (state) => state.matches('merged'))
  expect(requests).toEqual([
    { mergedId: 'i1', intoId: 'i2' },
    { mergedId: 'i1', intoId: 'i3' },
  ])
})
