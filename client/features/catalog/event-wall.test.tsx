import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EventWall, type WallEvent } from './event-wall.tsx'

const event = (n: number, over: Partial<WallEvent> = {}): WallEvent => ({
  id: `e${n}`,
  severity: 'info',
  name: `db-${n}`,
  kind: 'diff',
  text: `replicas ${n}`,
  at: `2026-11-29T08:${String(n).padStart(2, '0')}:00Z`,
  ...over,
})

test('a wall of events has the most severe first, then the newest, and counts all', () => {
  const events = Array.from({ length: 20 }, (_, n) => event(n))
  const critical = event(40, { severity: 'critical', name: 'api', text: '' })
  render(<EventWall label="Changes" events={[...events, critical]} total={300} nothing="No changes" />)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toHaveLength(12)
  expect(items[0]).toMatch(/^critapidiff/)
  expect(items[1]).toMatch(/^infodb-19replicas 19/)
  expect(screen.getByRole('region', { name: 'Changes' }).textContent).toMatch(/^300, 1 critical/)
})

test('a wall without events says so', () => {
  render(<EventWall label="Insights" events={[]} total={0} nothing="No open insights" />)
  expect(screen.getByText('No open insights')).toBeDefined()
})
