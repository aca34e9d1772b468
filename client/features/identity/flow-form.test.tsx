import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import { parseFlowResponse, type FlowResult } from '#shared/identity/flow-result.ts'
import { isInput } from '#shared/identity/submission.ts'
import { selfServiceMachine } from '#machines/identity/self-service-machine.ts'
import { FlowForm } from './flow-form.tsx'

interface Recorded {
  readonly status: number
  readonly body: unknown
}

/** Responses of an identity service, recorded. */
const recorded = import.meta.glob<Recorded>(
  '../../../tests/fixtures/recorded/kratos/**/{verification,recovery}-*.json',
  {
    import: 'default',
    eager: true,
  },
)
const flows = Object.entries(recorded).flatMap(([path, { status, body }]) => {
  const result = parseFlowResponse(status, body)
  const name = path.replace(/^.*\/kratos\//, '').replace(/\.json$/, '')
  return 'flow' in result ? [{ name, result, flow: result.flow }] : []
})
const sentMail = /^An email .* has been sent/

const draw = async ({ result }: Pick<(typeof flows)[number], 'result'>) => {
  const machine = selfServiceMachine.provide({
    actors: { createFlow: fromPromise(async (): Promise<FlowResult> => result) },
  })
  const input = { kind: 'verification', params: {}, origin: 'http://localhost' } as const
  const actor = createActor(machine, { input }).start()
  const state = await waitFor(actor, ({ context }) => context.flow !== null)
  render(<FlowForm state={state} send={(event) => actor.send(event)} />)
}

test('there are recorded flows with errors at fields and at buttons', () => {
  expect(flows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['recovery-bad-address', 'verification-bad-address', 'v1.3.1/verification-bad-address']),
  )
})

test.each(flows)('$name: every error is shown, and no mail is said to be sent beside one', async (recording) => {
  const { ui } = recording.flow
  await draw(recording)
  const ofNodes = ui.nodes.filter(isInput).flatMap((node) => node.messages)
  const errors = [...ui.messages, ...ofNodes].filter(({ type }) => type === 'error')
  for (const { text } of errors) expect(screen.getAllByText(text)[0]).toBeDefined()
  const isSent = ui.messages.some(({ text }) => sentMail.test(text)) && errors.length === 0
  expect(screen.queryAllByText(sentMail)).toHaveLength(isSent ? 1 : 0)
})
