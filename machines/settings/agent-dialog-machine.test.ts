import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { agentDialogMachine, type IssuedToken } from './agent-dialog-machine.ts'

const named = { name: 'edge', properties: { site: 'FRA' }, schedule: '' }
const issued: IssuedToken = { token: 'qda_1', expiresAt: '2027-11-25T00:00:00Z' }
const agent = { id: 'a1', name: 'edge' }

const start = (of: typeof agent | null, responses: (() => Promise<IssuedToken>)[]) => {
  const requests: unknown[] = []
  const machine = agentDialogMachine.provide({
    actors: {
      issueToken: fromPromise(({ input }) => {
        requests.push(input)
        return responses.shift()?.() ?? Promise.reject(new Error('asked too often'))
      }),
    },
  })
  return { actor: createActor(machine, { input: { agent: of } }).start(), requests }
}

test('adds an agent by name, shows the token, and discards it when the dialog closes', async () => {
  const { actor, requests } = start(null, [async () => issued])
  actor.send({ type: 'token.renew' })
  expect(actor.getSnapshot().value).toBe('asking')
  actor.send({ type: 'agent.add', named })
  actor.send({ type: 'agent.add', named })
  actor.send({ type: 'dialog.leave' })
  const shown = await waitFor(actor, (state) => state.matches('shown'))
  expect([shown.context.issued, requests]).toEqual([issued, [{ agent: null, named }]])
  actor.send({ type: 'dialog.leave' })
  expect([actor.getSnapshot().status, actor.getSnapshot().context.issued]).toEqual(['done', null])
})

test('keeps the input after a rejection, and issues another token for a known agent', async () => {
  const { actor } = start(null, [() => Promise.reject(new Error('taken')), async () => issued])
  actor.send({ type: 'agent.add', named })
  const rejected = await waitFor(actor, (state) => state.context.error !== null)
  expect([rejected.value, rejected.context.named]).toEqual(['asking', named])
  actor.send({ type: 'agent.add', named: { ...named, name: 'edge-2' } })
  expect((await waitFor(actor, (state) => state.matches('shown'))).context.error).toBeNull()

  const renewal = start(agent, [async () => issued])
  renewal.actor.send({ type: 'agent.add', named })
  renewal.actor.send({ type: 'token.renew' })
  await waitFor(renewal.actor, (state) => state.matches('shown'))
  expect(renewal.requests).toEqual([{ agent, named: null }])
})
