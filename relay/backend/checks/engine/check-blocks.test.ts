import { describe, expect, test, vi } from 'vitest'
import { CheckBook } from '#relay/backend/checks/store/check-book.ts'
import type { CheckOutcome, CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { CheckBlocks } from './check-blocks.ts'

const record = (name: string, over: Partial<CheckRecord> = {}): CheckRecord => ({
  id: name,
  canaryId: 'k1',
  canaryName: 'shop',
  canaryNamespace: 'prod',
  name,
  namespace: 'prod',
  type: 'http',
  icon: '',
  description: '',
  labels: {},
  severity: '',
  owner: '',
  agentId: 'here',
  endpoint: '',
  schedule: '@every 30s',
  intervalMs: 30_000,
  createdAt: '',
  silencedAt: null,
  acknowledged: null,
  configError: '',
  dependsOn: [],
  confirmation: undefined,
  ...over,
})
const outcome = (time: number, pass: boolean): CheckOutcome => ({
  time,
  pass,
  invalid: false,
  durationMs: 1,
  message: '',
  error: '',
  details: undefined,
})

const setUp = (parent: Partial<CheckRecord>, nextStart: number | undefined, passesNow = false) => {
  const book = new CheckBook({ now: () => 0, findNextStart: () => nextStart, runnerName: '', histories: new Map() })
  book.put(record('db', parent))
  book.put(record('page', { dependsOn: ['db', 'cache'] }))
  book.get('db')?.add(outcome(1, false))
  const started: string[] = []
  const scheduler = {
    soon: (id: string) => void started.push(id),
    findNextStart: () => nextStart,
    runNow: async (id: string) => {
      started.push(id)
      book.get(id)?.add(outcome(2, passesNow))
    },
  }
  const blocks = new CheckBlocks({ book, scheduler, onChange: () => undefined })
  const page = book.get('page')
  if (page === undefined) throw new Error('no page')
  return { blocks, book, page, started, findBlocker: async () => (await blocks.findBlocker(page, 0))?.name }
}

describe('a check that depends on another', () => {
  test('waits for one that fails and will run again', async () => {
    const { findBlocker, started } = setUp({}, 30_000)
    expect(await findBlocker()).toBe('db')
    expect(started).toEqual([])
  })

  test('does not wait for one that is paused', async () => {
    expect(await setUp({ schedule: '@every 30s', intervalMs: null }, undefined).findBlocker()).toBeUndefined()
  })

  test.each([
    [true, undefined],
    [false, 'db'],
  ])('runs one without a schedule first: when that passes is %j it waits for %j', async (passes, blocker) => {
    const { findBlocker, started } = setUp({ schedule: '', intervalMs: null }, undefined, passes)
    expect(await findBlocker()).toBe(blocker)
    expect(started).toEqual(['db'])
  })

  test('does not wait for one that was removed', async () => {
    const { blocks, book, page, findBlocker } = setUp({}, 30_000)
    expect(await findBlocker()).toBe('db')
    book.remove('db')
    blocks.update(page)
    expect(await findBlocker()).toBeUndefined()
  })

  test('is found for one that was added later', async () => {
    const { blocks, book, findBlocker } = setUp({}, 30_000, true)
    book.get('db')?.add(outcome(2, true))
    expect(await findBlocker()).toBeUndefined()
    book.put(record('cache'))
    const cache = book.get('cache')
    cache?.add(outcome(3, false))
    if (cache !== undefined) blocks.add(cache)
    expect(await findBlocker()).toBe('cache')
  })

  test('a change of one check reads its dependents, not all checks', () => {
    const { blocks, book, page } = setUp({}, 30_000)
    blocks.reset()
    expect(page.blocker?.name).toBe('db')
    const all = vi.spyOn(book, 'all')
    for (const pass of [true, false, true]) {
      const db = book.get('db')
      db?.add(outcome(2, pass))
      if (db === undefined) throw new Error('no db')
      blocks.add(db)
      blocks.update(db)
    }
    expect(all).not.toHaveBeenCalled()
  })

  test('names those that do not exist', () => {
    const { blocks, page } = setUp({}, 30_000)
    expect(blocks.listWarnings(page)).toEqual(['dependsOn: there is no check "cache".'])
  })
})
