import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveStatus } from './live-status.tsx'

const nowMs = Date.UTC(2026, 10, 21, 8, 2)

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const states = ['live', 'lagging', 'stale', 'connecting', 'offline', 'unauthorised', 'outdated'] as const

const renderText = (liveness: (typeof states)[number], observedAtMs: number | null = nowMs - 38_000) => {
  const { container } = render(
    <LiveStatus liveness={liveness} observedAtMs={observedAtMs} sinceMs={nowMs - 360_000} reason="Because." />,
  )
  return { text: container.textContent, mark: container.querySelector('.state-mark') }
}

test('shows live, catching up, or since when the data is neither', () => {
  expect(states.map((state) => renderText(state).text)).toEqual([
    'Live38s',
    'Catching up38s',
    'Stale38s',
    'Reconnecting6m',
    'Offline6m',
    'Unauthorised6m',
    'Outdated6m',
  ])
  expect(renderText('connecting', null).text).toBe('Connecting6m')
})

test('only live is green', () => {
  const green = (state: (typeof states)[number]) => {
    const { mark } = renderText(state)
    return mark?.getAttribute('data-state') === 'healthy' && !mark.hasAttribute('data-stale')
  }
  expect(states.filter(green)).toEqual(['live'])
})

test('explains since when and why the data is not live', () => {
  render(<LiveStatus liveness="offline" observedAtMs={null} sinceMs={nowMs} reason="Relay unreachable." />)
  expect(screen.getByTitle(/^Since .*21 November 2026.*\. Relay unreachable\.$/)).toBeDefined()
})
