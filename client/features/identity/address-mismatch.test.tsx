import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { flowSchema } from '#shared/identity/flow.ts'
import { AddressMismatch } from './address-mismatch.tsx'

const draw = (action: string) =>
  render(<AddressMismatch flow={flowSchema.parse({ id: 'f', ui: { action, method: 'POST', nodes: [] } })} />)

test('names the required address when the service is configured for another one', () => {
  draw('http://localhost:4433/self-service/login?flow=f')
  const note = screen.getByText('The sign-in service is configured for another address').closest('[role]')
  expect(note?.textContent).toContain('serve.public.base_url is http://localhost:4433/')
  expect(note?.textContent).toContain(`For this page it must be ${window.location.origin}/api/.ory/`)
})

test.each([`${window.location.origin}/api/.ory/self-service/login?flow=f`, '/x'])(
  'renders nothing when the addresses match or cannot be compared: %s',
  (action) => {
    const { container } = draw(action)
    expect(container.textContent).toBe('')
  },
)
