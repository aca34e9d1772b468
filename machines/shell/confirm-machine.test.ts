import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { confirmMachine } from './confirm-machine.ts'

const machineWith = (act: () => Promise<void>) => confirmMachine.provide({ actors: { act: fromPromise(act) } })

test('does nothing before the confirmation, and nothing after leaving [UI-01]', async () => {
  let acted = 0
  const actor = createActor(
    machineWith(async () => {
      acted += 1
    }),
  ).start()
  expect(actor.getSnapshot().value).toBe('asking')
  actor.send({ type: 'confirm.leave' })
  expect([actor.getSnapshot().value, acted]).toEqual(['left', 0])
})

test('acts once on confirmation, and cannot be left or confirmed meanwhile [UI-01]', async () => {
  let acted = 0
  const finish: (() => void)[] = []
  const actor = createActor(
    machineWith(
      () =>
        new Promise((resolve) => {
          acted += 1
          finish.push(resolve)
        }),
    ),
  ).start()
  actor.send({ type: 'confirm.accept' })
  actor.send({ type: 'confirm.accept' })
  actor.send({ type: 'confirm.leave' })
  expect([actor.getSnapshot().value, actor.getSnapshot().hasTag('busy'), acted]).toEqual(['acting', true, 1])
  finish[0]?.()
  expect((await waitFor(actor, ({ status }) => status === 'done')).value).toBe('done')
})

test('shows the error and allows a retry', async () => {
  const responses = [Promise.reject(new Error('still in use')), Promise.resolve()]
  const actor = createActor(machineWith(() => responses.shift() ?? Promise.resolve())).start()
  actor.send({ type: 'confirm.accept' })
  const failed = await waitFor(actor, (state) => state.matches('failed'))
  expect(failed.context.error).toEqual(new Error('still in use'))
  actor.send({ type: 'confirm.accept' })
  expect((await waitFor(actor, ({ status }) => status === 'done')).value).toBe('done')
})
