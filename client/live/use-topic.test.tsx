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

test('a component renders each change of its topic', () => {
  const { client, show } = createFakeLiveClient()
  render(<Results checkId="a" />, {
    wrapper: ({ children }) => <LiveProvider client={client}>{children}</LiveProvider>,
  })
  expect(screen.getByRole('status').textContent).toBe('a loading 0')
  act(() => show({ status: 'live' }))
  expect(screen.getByRole('status').textContent).toBe('a live 0')
})

test('a component watches only the topic of its params, and none after unmount', () => {
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

test('throws a clear error outside of its provider', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(() => render(<Results checkId="a" />)).toThrow('LiveProvider is missing.')
})
