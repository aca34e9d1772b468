import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parseFlowResponse } from '#shared/identity/flow-result.ts'
import { flowSchema } from '#shared/identity/flow.ts'
import { isUnderWay } from '#client/features/identity/use-self-service.ts'
import { needsKnownIdentifier, withIdentifier } from '#shared/identity/known-identifier.ts'
import { splitSections } from '#shared/identity/sections.ts'
import { isInput, isResend, findPrimaryButton, buildSubmission } from '#shared/identity/submission.ts'
import type { UiNode } from '#shared/identity/ui-node.ts'
import { recordedIdentity } from '#tests/fixtures/replay-identity.ts'

const namesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(`../fixtures/recorded/kratos/${folder}`, import.meta.url)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${folder}${file.replace(/\.json$/, '')}`)

const forms = [...namesIn(''), ...namesIn('v1.3.1/')].flatMap((name) => {
  const flow = flowSchema.safeParse(recordedIdentity(name).body)
  return flow.success ? [{ name, flow: flow.data }] : []
})
const sections = forms.flatMap(({ name, flow }) =>
  splitSections(flow.ui.nodes).map((section) => ({ name: `${name}: ${section.id}`, nodes: section.nodes })),
)
const withResend = sections.filter(({ nodes }) => nodes.some((node) => isInput(node) && isResend(node)))

const namesMethod = (node: UiNode) => isInput(node) && node.attributes.name === 'method'

describe('a recorded form', () => {
  test.each(withResend)('$name: Enter submits, and the button for another code follows', ({ nodes }) => {
    const goesOn = findPrimaryButton(nodes)
    expect(goesOn?.attributes).toMatchObject({ name: 'method', value: 'code', type: 'submit' })
    const order = nodes.map((node) => (isInput(node) && isResend(node) ? 'resend' : node === goesOn ? 'goes on' : ''))
    expect(order.indexOf('resend')).toBeGreaterThan(order.indexOf('goes on'))
  })

  test.each(sections.filter(({ nodes }) => nodes.some(namesMethod)))(
    '$name: Enter presses the method regardless of its position',
    ({ nodes }) => {
      expect(nodes.filter(namesMethod)).toContain(findPrimaryButton(nodes))
    },
  )
})

const parseFlow = (name: string) => flowSchema.parse(recordedIdentity(name).body)

describe('a reload', () => {
  test.each([
    'registration-two-steps-second',
    'registration-code-sent',
    'login-identifier-first-second',
    'login-code-sent',
    'recovery-sent',
    'settings-profile-success',
  ])('resumes the flow of %s', (name) => {
    expect(isUnderWay(parseFlow(name))).toBe(true)
  })

  test.each([
    'login-init',
    'login-wrong-password',
    'login-refresh-init',
    'login-refresh-init-password-alone',
    'login-aal2-init',
    'registration-one-step-init',
    'registration-two-steps-init',
    'settings-init',
  ])('restarts the flow of %s', (name) => {
    expect(isUnderWay(parseFlow(name))).toBe(false)
  })
})

describe('rejected settings', () => {
  test.each(['settings-profile-bad-email', 'settings-profile-taken-email'])('are not reported as saved: %s', (name) => {
    const { status, body } = recordedIdentity(name)
    const results = [parseFlowResponse(status, body), parseFlowResponse(200, body)]
    expect(results).toMatchObject(results.map(() => ({ kind: 'form', flow: { state: 'show_form' } })))
    expect(JSON.stringify(results)).not.toContain('"type":"success"')
  })

  test('are reported as saved once they are', () => {
    const { status, body } = recordedIdentity('settings-profile-success')
    expect(parseFlowResponse(status, body)).toMatchObject({
      kind: 'form',
      flow: { state: 'success', ui: { messages: [{ id: 1_050_001 }] } },
    })
  })
})

test('does not ask for a known address when confirming an action', () => {
  const requested = parseFlow('login-refresh-init')
  const filled = withIdentifier(requested, 'ada@example.test')
  expect([
    needsKnownIdentifier(requested),
    needsKnownIdentifier(filled),
    needsKnownIdentifier(parseFlow('login-init')),
  ]).toEqual([true, false, false])
  const values = buildSubmission(filled.ui.nodes, { password: 'x' }, { name: 'method', value: 'password' })
  expect(values).toMatchObject({ identifier: 'ada@example.test', password: 'x', method: 'password' })
})
