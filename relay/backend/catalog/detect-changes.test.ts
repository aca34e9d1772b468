import { describe, expect, test } from 'vitest'
import { detectChanges } from './detect-changes.ts'
import type { Health, ScrapedChange, ScrapedItem } from './scraped-item.ts'

const sourceChange: ScrapedChange = { changeType: 'Deployed', severity: 'info', source: 'github', summary: 'v2' }
const createItem = (overrides: Partial<ScrapedItem> = {}): ScrapedItem => ({
  type: 'Kubernetes::Pod',
  id: 'pod-1',
  aliases: [],
  configClass: 'Pod',
  name: 'pod-1',
  description: null,
  icon: null,
  status: 'CrashLoopBackOff',
  health: null,
  ready: null,
  labels: {},
  tags: {},
  properties: [],
  config: { image: 'v1' },
  source: null,
  createdAt: null,
  deletedAt: null,
  changes: [],
  insights: [],
  links: [],
  ...overrides,
})
const known = (overrides: Partial<ScrapedItem>, before?: { readonly config: unknown }, health: Health | null = null) =>
  detectChanges({
    kind: 'known',
    item: createItem(overrides),
    known: { id: 'c1', isDeleted: false, isAged: false, before, isSameBeside: true, health, status: null },
  })

test('a new item and an unchanged item have only the changes of their source', () => {
  const item = createItem({ changes: [sourceChange], health: 'unhealthy' })
  expect(detectChanges({ kind: 'new', item })).toEqual([sourceChange])
  expect(detectChanges({ kind: 'same', item, id: 'c1' })).toEqual([sourceChange])
})

test('returns the diff first, then the health change, then the changes of the source', () => {
  const changes = known({ health: 'unhealthy', changes: [sourceChange] }, { config: { image: 'v0' } }, 'healthy')
  expect(changes.map(({ changeType }) => changeType)).toEqual(['diff', 'Unhealthy', 'Deployed'])
})

describe('diffs', () => {
  test('a changed document has a patch, a unified diff and the changed paths', () => {
    const [diff] = known({ config: { image: 'v2', replicas: 1 } }, { config: { image: 'v1', replicas: 1 } })
    expect(diff).toMatchObject({ changeType: 'diff', source: 'diff', summary: 'image', patches: { image: 'v2' } })
    expect(diff?.diff).toContain('v1')
    expect(diff?.diff).toContain('v2')
  })

  test.each([
    [5, 'a0, a1, a2, a3, a4'],
    [6, 'a0, a1, a2, a3, a4 and 1 more'],
    [8, 'a0, a1, a2, a3, a4 and 3 more'],
  ])('the summary of %d paths', (count, summary) => {
    const config = Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]))
    expect(known({ config }, { config: {} })[0]?.summary).toBe(summary)
  })

  test('omits a diff over 1 MB but keeps its patch', () => {
    const [diff] = known({ config: { text: 'x'.repeat(1_100_000) } }, { config: { text: '' } })
    expect(diff).not.toHaveProperty('diff')
    expect(diff).toHaveProperty('patches.text')
  })

  test('a document that was null before still has a diff', () => {
    expect(known({}, { config: null })).toHaveLength(1)
    expect(known({})).toEqual([])
  })
})

test.each<[Health | null, Health | null, string | null, string | null]>([
  ['healthy', 'unhealthy', 'Unhealthy', 'medium'],
  ['unhealthy', 'healthy', 'Healthy', 'info'],
  ['healthy', 'warning', 'Warning', 'low'],
  ['healthy', 'unknown', 'HealthUnknown', 'info'],
  [null, 'healthy', 'Healthy', 'info'],
  [null, 'unknown', null, null],
  ['unknown', 'unknown', null, null],
  ['healthy', 'healthy', null, null],
  ['unhealthy', null, null, null],
])('health from %s to %s is the change %s', (from, to, changeType, severity) => {
  const changes = known({ health: to }, undefined, from)
  expect(changes).toEqual(
    changeType === null
      ? []
      : [
          {
            changeType,
            severity,
            source: 'health',
            summary: 'CrashLoopBackOff',
            details: { from, to, status: 'CrashLoopBackOff' },
          },
        ],
  )
})
