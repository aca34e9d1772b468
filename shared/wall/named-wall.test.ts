import { expect, test } from 'vitest'
import { saveViewRoute } from '#shared/views/saved-view.ts'
import {
  formatRotation,
  parseRotation,
  resolveViews,
  splitWallName,
  toWallSlug,
  wallsPage,
  withWallName,
} from '#shared/wall/named-wall.ts'

const view = '7d3b2f4e-0000-4000-8000-000000000001'
const rotation = [
  { address: '/view/health?labels=a:1&query=b%26c', seconds: 30 },
  { address: `@${view}`, seconds: 45 },
]

test('the rotation of a wall is the query of a saved view, and is parsed as it was written', () => {
  const query = formatRotation(rotation)
  expect(saveViewRoute.body.safeParse({ name: 'Ops', page: wallsPage, query, isShared: true }).success).toBe(true)
  expect(parseRotation(query)).toEqual(rotation)
  expect(parseRotation('views=30s:%2F%2Fevil.example%204s:%2Fhealth%2010s:%2Fhealth')).toEqual([
    { address: '/health', seconds: 10 },
  ])
  expect(['status=open', 'views=%', 'views=30s:/%zz'].map(parseRotation)).toEqual([[], [], []])
})

test('references follow the saved view, and views that are unknown are left out', () => {
  const saved = { id: view, page: '/incidents', query: 'status=open' }
  expect(resolveViews(rotation, [saved])).toEqual([rotation[0], { address: '/incidents?status=open', seconds: 45 }])
  expect(resolveViews(rotation, [{ ...saved, query: '' }])[1]?.address).toBe('/incidents')
  expect(resolveViews(rotation, [])).toEqual([rotation[0]])
})

test('an address names its wall beside the settings of the screen', () => {
  expect(['Team Checkout', ' #1: ops/EU ', 'Übersicht', '…'].map(toWallSlug)).toEqual([
    'team-checkout',
    '1-ops-eu',
    'übersicht',
    '',
  ])
  expect(splitWallName(withWallName('55in light', 'ops'))).toEqual({ slug: 'ops', settings: '55in light' })
  expect(splitWallName('wall:ops')).toEqual({ slug: 'ops', settings: '' })
  expect(splitWallName('55in')).toEqual({ slug: null, settings: '55in' })
})
