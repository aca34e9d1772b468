import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { healthStatuses } from '#shared/health/health-topics.ts'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { LiveProvider } from './live-provider.tsx'
import { useTopic } from './use-topic.ts'

function Results({ checkId }: { checkId: string }) {
  const { status, rows } = useTopic(healthStatuses, { checkId })
  return <output>{`${checkId} ${status} ${rows.size}`}</output>
}

test('a component shows what its topic says, as it says it', () => {
  const { client, show } = createFakeLiveClient()
  render(<Results checkId="a" />, {
    wrapper: ({ children }) => <LiveProvider client={client}>{children}</LiveProvider>,
  })
  expect(screen.getByRole('status').textContent).toBe('a loading 0')
  act(() => show({ status: 'live' }))
  expect(screen.getByRole('status').textContent).toBe('a live 0')
})

test('a component watches the topic of its params alone, and none when it is gone', () => {
  const { client, watched } = createFakeLiveClient()
  const { rerender, unmount } = render(
    <LiveProvider client={client}>
      <Results checkId="a" />
    </LiveProvider>,
  )
  rerender(
    <LiveProvider client={client}>
      <Results checkId="b" />
    </LiveProvider>,
  )
  expect([...watched]).toEqual(['{"checkId":"b"}'])
  unmount()
  expect([...watched]).toEqual([])
})

test('a topic outside of its provider is a mistake that says so', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(() => render(<Results checkId="a" />)).toThrow('outside of LiveProvider')
})
