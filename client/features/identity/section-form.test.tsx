import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sectionsOf } from '#shared/identity/sections.ts'
import { uiSchema } from '#shared/identity/ui-node.ts'
import { SectionForm } from './section-form.tsx'

const button = (value: string) => ({
  type: 'input',
  group: 'webauthn',
  attributes: { name: 'webauthn_remove', type: 'submit', value },
  messages: [],
  meta: { label: { id: 1, text: `Remove ${value}`, type: 'info' } },
})

test('while one button is at work the others cannot be pressed: nobody presses in vain', () => {
  const { nodes } = uiSchema.parse({ action: '/', method: 'POST', nodes: [button('desk'), button('laptop')] })
  const section = sectionsOf(nodes)[0]
  if (section === undefined) throw new Error('The nodes make no section.')
  const draw = (busy: boolean) => (
    <SectionForm
      section={section}
      nodes={nodes}
      messages={{ general: [], byField: new Map() }}
      typed={{}}
      busy={busy}
      submitted={busy ? { webauthn_remove: 'desk' } : null}
      primary={false}
      onType={vi.fn<() => void>()}
      onSubmit={vi.fn<() => void>()}
    />
  )
  const { rerender } = render(draw(false))
  const laptop = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove laptop' })
  expect(laptop.disabled).toBe(false)
  rerender(draw(true))
  expect(laptop.disabled).toBe(true)
  expect(screen.getByRole('button', { name: 'Remove desk' }).getAttribute('aria-busy')).toBe('true')
  rerender(draw(false))
  expect(laptop.disabled).toBe(false)
})
