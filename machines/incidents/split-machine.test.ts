import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { splitMachine, validateSplit, type SplitChoice } from './split-machine.ts'

const start = (split: (choice: SplitChoice) => Promise<string>) =>
  createActor(
    splitMachine.provide({ actors: { split: fromPromise<string, SplitChoice>(({ input }) => split(input)) } }),
  ).start()

test('requires a title and a selection before it splits', () => {
  const requests: SplitChoice[] = []
  const actor = start(async (choice) => {
    requests.push(choice)
    return 'i2'
  })
  actor.send({ type: 'split.confirm' })
  actor.send({ type: 'title.type', title: ' ' })
  actor.send({ type: 'split.confirm' })
  const { context, value } = actor.getSnapshot()
  expect([value, context.isSubmitted, requests]).toEqual(['choosing', true, []])
  expect(validateSplit(context)).toEqual({
    title: 'Enter a title for the new incident',
    selection: 'Select what to move to the new incident',
  })
})

test('keeps the selection after a rejection, and returns the id of the new incident', async () => {
  const responses = [Promise.reject(new Error('gone')), Promise.resolve('i2')]
  const requests: SplitChoice[] = []
  const actor = start((choice) => {
    requests.push(choice)
    return responses.shift() ?? Promise.resolve('')
  })
  actor.send({ type: 'title.type', title: 'Certificates ' })
  actor.send({ type: 'thing.toggle', kind: 'hypotheses', id: 'h1' })
  actor.send({ type: 'thing.toggle', kind: 'evidences', id: 'e1' })
  actor.send({ type: 'thing.toggle', kind: 'evidences', id: 'e2' })
  actor.send({ type: 'thing.toggle', kind: 'evidences', id: 'e1' })
  actor.send({ type: 'split.confirm' })
  actor.send({ type: 'dialog.leave' })
  expect(actor.getSnapshot().hasTag('busy')).toBe(true)
  const rejected = await waitFor(actor, (state) => state.matches('choosing'))
  expect(rejected.context.error).toEqual(new Error('gone'))
  actor.send({ type: 'split.confirm' })
  const { context } = await waitFor(actor, (state) => state.matches('split'))
  expect(context.openedId).toBe('i2')
  const choice = { title: 'Certificates', hypotheses: ['h1'], evidences: ['e2'] }
  expect(requests).toEqual([choice, choice])
})
