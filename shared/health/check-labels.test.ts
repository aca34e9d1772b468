import { describe, expect, test } from 'vitest'
import {
  formatLabelFilters,
  formatLabelId,
  labelMatcher,
  parseLabelId,
  collectLabels,
  parseLabelFilters,
} from '#shared/health/check-labels.ts'

const odd = ['a=b', '%3D', '100%', 'ü/"\\', '{}', '', '||||,____:', '日本 語']

describe('label ids', () => {
  test('preserve special characters [HEALTH-03]', () => {
    for (const key of odd)
      for (const value of odd) expect(parseLabelId(formatLabelId(key, value))).toEqual({ key, value })
  })

  test('filters are preserved in the URL [HEALTH-03]', () => {
    const filters = Object.fromEntries(odd.map((value, i) => [formatLabelId(value, value), i % 2 ? 1 : -1] as const))
    const parameter = encodeURIComponent(formatLabelFilters(filters) ?? '')
    expect(parseLabelFilters(decodeURIComponent(parameter))).toEqual(filters)
  })

  test('ignores anything but a map of 1 and -1', () => {
    for (const text of [null, '', '{', '[]', '{"a=b":2}', '{"a=b":"1"}', '1'])
      expect(parseLabelFilters(text)).toEqual({})
    expect(formatLabelFilters({})).toBe(null)
  })
})

describe('labelMatcher', () => {
  const checks = [
    { labels: { env: 'production', team: 'web' } },
    { labels: { env: 'shared', team: 'web' } },
    { labels: { env: 'staging', team: 'data' } },
    { labels: {} },
  ]
  const listMatches = (filters: Record<string, 1 | -1>) =>
    checks.filter(labelMatcher(filters)).map(({ labels }) => labels.env)

  test('includes any value of a key, all keys together [HEALTH-21]', () => {
    expect(listMatches({ 'env=production': 1, 'env=shared': 1 })).toEqual(['production', 'shared'])
    expect(listMatches({ 'env=production': 1, 'team=data': 1 })).toEqual([])
  })

  test('excludes a value and keeps checks without the label [HEALTH-21]', () => {
    expect(listMatches({ 'env=staging': -1 })).toEqual(['production', 'shared', undefined])
  })
})

test('boolean labels are toggles, the others lists with counts [HEALTH-19]', () => {
  expect(
    collectLabels([
      { labels: { critical: 'true', tier: '10' } },
      { labels: { critical: 'false', tier: '2' } },
      { labels: { tier: '2', mixed: 'true' } },
      { labels: { mixed: 'maybe' } },
    ]),
  ).toEqual({
    toggles: ['critical'],
    lists: [
      {
        key: 'mixed',
        values: [
          { id: 'mixed=maybe', value: 'maybe', count: 1 },
          { id: 'mixed=true', value: 'true', count: 1 },
        ],
      },
      {
        key: 'tier',
        values: [
          { id: 'tier=2', value: '2', count: 2 },
          { id: 'tier=10', value: '10', count: 1 },
        ],
      },
    ],
  })
})
