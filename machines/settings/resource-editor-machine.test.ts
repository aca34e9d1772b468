import { getShortestPaths } from 'xstate/graph'
import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { done, failed } from '#machines/testing/reach.ts'
import {
  createResourceEditorMachine,
  type ResourceDraft,
  type ResourceRequest,
  type SaveResult,
} from './resource-editor-machine.ts'

interface Row {
  readonly version: number
}
const draft: ResourceDraft = { name: 'a', namespace: 'default', labels: {}, icon: '', spec: {} }
const [read, theirs, saved] = [{ version: 1 }, { version: 2 }, { version: 3 }]
const machine = createResourceEditorMachine<Row, string>()
const save = { type: 'editor.save', draft, takesAway: false } as const

const paths = getShortestPaths(machine, {
  input: { base: read },
  events: [
    { type: 'editor.try', draft },
    save,
    { ...save, takesAway: true },
    { type: 'editor.confirm' },
    { type: 'editor.back' },
    { type: 'editor.settle' },
    { type: 'editor.recreate' },
    { type: 'rival.save', theirs },
    done('tryOut', 'fine'),
    failed('tryOut', new Error('no')),
    done('save', { kind: 'saved', resource: saved }),
    done('save', { kind: 'conflict', theirs }),
    done('save', { kind: 'gone' }),
    failed('save', new Error('no')),
  ],
  limit: 5_000,
})

test('every state is reached', () => {
  expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(Object.keys(machine.states)))
})

test('rejects a second save while saving, and any save before a conflict or a deletion is resolved', () => {
  const violations = paths.filter(({ state }) => state.can(save) !== (state.value === 'editing'))
  expect(violations).toEqual([])
})

const begin = (results: SaveResult<Row>[]) => {
  const send = vi.fn<(request: ResourceRequest<Row>) => Promise<SaveResult<Row>>>(async () => {
    const next = results.shift()
    if (next === undefined) throw new Error('refused by the server')
    return next
  })
  const actors = { save: fromPromise<SaveResult<Row>, ResourceRequest<Row>>(({ input }) => send(input)) }
  return { actor: createActor(machine.provide({ actors }), { input: { base: read } }).start(), send }
}

test('asks for confirmation before a save that removes something', async () => {
  const { actor, send } = begin([{ kind: 'saved', resource: saved }])
  actor.send({ ...save, takesAway: true })
  expect([actor.getSnapshot().value, send.mock.calls.length]).toEqual(['reviewing', 0])
  actor.send({ type: 'editor.confirm' })
  expect((await waitFor(actor, (state) => state.matches('saved'))).context.base).toEqual(saved)
})

test('the save after a conflict replaces the other version', async () => {
  const { actor, send } = begin([
    { kind: 'conflict', theirs },
    { kind: 'saved', resource: saved },
  ])
  actor.send(save)
  await waitFor(actor, (state) => state.matches('conflict'))
  actor.send({ type: 'editor.settle' })
  actor.send(save)
  await waitFor(actor, (state) => state.matches('saved'))
  expect(send.mock.calls.map(([{ base }]) => base)).toEqual([read, theirs])
})

test('recreates a deleted resource on request, and a rejection gives the reason', async () => {
  const { actor, send } = begin([{ kind: 'gone' }])
  actor.send(save)
  await waitFor(actor, (state) => state.matches('gone'))
  actor.send({ type: 'editor.recreate' })
  actor.send(save)
  const { context } = await waitFor(actor, (state) => state.matches('editing') && state.context.error !== null)
  expect(String(context.error)).toContain('refused by the server')
  expect(send.mock.calls.at(-1)?.[0].base).toBeNull()
})
