import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { splitSections } from '#shared/identity/sections.ts'
import { uiSchema } from '#shared/identity/ui-node.ts'
import { SectionForm } from './section-form.tsx'

const button = (name: string, value: string, label: string, group = 'code') => ({
  type: 'input',
  group,
  attributes: { name, type: 'submit', value },
  messages: [],
  meta: { label: { id: 1, text: label, type: 'info' } },
})
const key = (value: string) => button('webauthn_remove', value, `Remove ${value}`, 'webauthn')
const makeSection = (nodeInputs: readonly object[]) => {
  const { nodes } = uiSchema.parse({ action: '/', method: 'POST', nodes: nodeInputs })
  const section = splitSections(nodes)[0]
  if (section === undefined) throw new Error('The nodes make no section.')
  return { nodes, section }
}

test('disables the other buttons while one is busy', () => {
  const { nodes, section } = makeSection([key('desk'), key('laptop')])
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

test('submits the typed code on Enter although the service lists another code first', () => {
  const field = { type: 'input', group: 'code', attributes: { name: 'code', type: 'text' }, messages: [], meta: {} }
  const buttons = [button('resend', 'code', 'Resend code'), button('method', 'code', 'Continue')]
  const { nodes, section } = makeSection([field, ...buttons])
  const onSubmit = vi.fn<(values: object) => void>()
  render(
    <SectionForm
      section={section}
      nodes={nodes}
      messages={{ general: [], byField: new Map() }}
      typed={{ code: '314159' }}
      busy={false}
      submitted={null}
      primary
      onType={vi.fn<() => void>()}
      onSubmit={onSubmit}
    />,
  )
  const [first, second] = screen.getAllByRole('button')
  expect([first?.textContent, second?.textContent]).toEqual(['Continue', 'Resend code'])
  expect([first?.getAttribute('type'), second?.getAttribute('type')]).toEqual(['submit', 'button'])
  fireEvent.submit(screen.getByRole('textbox'))
  expect(onSubmit).toHaveBeenCalledWith({ code: '314159', method: 'code' })
})
