import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { WithConsole } from '#client/testing/with-console.tsx'
import { Acknowledge } from './acknowledge.tsx'

afterEach(() => vi.unstubAllGlobals())

const incident = { id: 'i1', title: 'Payments fail', status: 'open', acknowledged: null }
const acknowledged = { ...incident, acknowledged: new Date().toISOString() }

function Actions({ isAcknowledged }: { readonly isAcknowledged: boolean }) {
  return <Acknowledge incident={isAcknowledged ? acknowledged : incident} keepsPlace />
}

test('a pressed button keeps its place, so that a second press reaches no other button', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return new Response(null, { status: 204 })
  })
  const { rerender } = render(<Actions isAcknowledged={false} />, {
    wrapper: ({ children }) => <WithConsole roles={['admin']}>{children}</WithConsole>,
  })
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  rerender(<Actions isAcknowledged />)
  expect((await screen.findByRole('button', { name: 'Acknowledged' })).hasAttribute('disabled')).toBe(true)
})

test('an incident that was acknowledged before has no button', () => {
  render(<Actions isAcknowledged />, {
    wrapper: ({ children }) => <WithConsole roles={['admin']}>{children}</WithConsole>,
  })
  expect(screen.queryByRole('button')).toBeNull()
})
