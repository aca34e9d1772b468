import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'
import { CatalogWall } from './catalog-wall.tsx'
import type { GroupRow } from './overview-rows.ts'

const item = (n: number): ListedItem => ({
  id: `i${n}`,
  name: `db-${n}`,
  type: 'AWS::RDS',
  config_class: 'Database',
  health: 'unhealthy',
  status: 'storage full',
  tags: {},
  labels: {},
  created_at: '2026-11-29T08:00:00Z',
  updated_at: null,
  deleted_at: null,
  cost_per_minute: null,
  cost_total_1d: null,
  cost_total_7d: null,
  cost_total_30d: null,
  changes: null,
  analysis: null,
})
const group = (name: string, count: number, health: Readonly<Record<string, number>>): GroupRow => ({
  kind: 'group',
  key: name,
  name,
  group: { type: name, count, health },
  isOpen: false,
  isFavourite: false,
})

test('lists unhealthy items first, then the groups, the worst first', () => {
  const rows = [group('App::Service', 40, { healthy: 40 }), group('AWS::RDS', 20, { unhealthy: 14, healthy: 6 })]
  render(<CatalogWall rows={rows} unhealthy={Array.from({ length: 14 }, (_, n) => item(n))} />)
  const broken = within(screen.getByRole('region', { name: 'Unhealthy items' }))
  expect(broken.getAllByRole('listitem')).toHaveLength(14)
  expect(broken.getAllByText('storage full')).toHaveLength(14)
  const groups = within(screen.getByRole('region', { name: 'Groups' })).getAllByRole('listitem')
  expect(groups.map(({ textContent }) => textContent)).toEqual(['AWS::RDS14 of 20', 'App::Service40'])
})
