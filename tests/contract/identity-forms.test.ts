import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { flowSchema } from '#shared/identity/flow.ts'
import { sectionsOf } from '#shared/identity/sections.ts'
import { isInput, isResend, primaryButtonOf } from '#shared/identity/submission.ts'
import type { UiNode } from '#shared/identity/ui-node.ts'
import { recordedIdentity } from '#tests/fixtures/replay-identity.ts'

const namesIn = (folder: string) =>
  readdirSync(fileURLToPath(new URL(`../fixtures/recorded/kratos/${folder}`, import.meta.url)))
    .filter((file) => file.endsWith('.json'))
    .map((file) => `${folder}${file.replace(/\.json$/, '')}`)

/** Every form that the identity service was recorded to show. */
const forms = [...namesIn(''), ...namesIn('v1.3.1/')].flatMap((name) => {
  const flow = flowSchema.safeParse(recordedIdentity(name).body)
  return flow.success ? [{ name, flow: flow.data }] : []
})
const sections = forms.flatMap(({ name, flow }) =>
  sectionsOf(flow.ui.nodes).map((section) => ({ name: `${name}: ${section.id}`, nodes: section.nodes })),
)
const withResend = sections.filter(({ nodes }) => nodes.some((node) => isInput(node) && isResend(node)))

const namesMethod = (node: UiNode) => isInput(node) && node.attributes.name === 'method'

describe('a recorded form', () => {
  test.each(withResend)('$name: Enter goes on, and the button for another code comes after it', ({ nodes }) => {
    const goesOn = primaryButtonOf(nodes)
    expect(goesOn?.attributes).toMatchObject({ name: 'method', value: 'code', type: 'submit' })
    const order = nodes.map((node) => (isInput(node) && isResend(node) ? 'resend' : node === goesOn ? 'goes on' : ''))
    expect(order.indexOf('resend')).toBeGreaterThan(order.indexOf('goes on'))
  })

  test.each(sections.filter(({ nodes }) => nodes.some(namesMethod)))(
    '$name: Enter presses the method wherever it is',
    ({ nodes }) => {
      expect(nodes.filter(namesMethod)).toContain(primaryButtonOf(nodes))
    },
  )
})
