import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { dropOldDrafts } from './draft.ts'
import { useDraft } from './use-draft.ts'

const form = { key: 'silence c1', version: 1, schema: z.object({ reason: z.string() }) }
const empty = { reason: '' }
const open = (options = form) => renderHook(() => useDraft(options, empty))
const dayMs = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const typeAndReload = () => {
  const { result, unmount } = open()
  act(() => result.current.change({ reason: 'planned work' }))
  unmount()
}

test('what was typed is there again after the page was loaded anew, and says that it is a draft', () => {
  expect(open().result.current).toMatchObject({ value: empty, isDraft: false })
  typeAndReload()
  expect(open().result.current).toMatchObject({ value: { reason: 'planned work' }, isDraft: true })
})

test('what was sent or given up does not come back', () => {
  typeAndReload()
  const { result, unmount } = open()
  act(() => result.current.clear())
  expect(result.current).toMatchObject({ value: empty, isDraft: false })
  unmount()
  expect(open().result.current.isDraft).toBe(false)
})

test.each([
  ['of another form', { ...form, key: 'silence c2' }],
  ['of another version of the form', { ...form, version: 2 }],
  ['whose fields are others', { ...form, schema: z.object({ reason: z.string(), until: z.string() }) }],
])('a draft %s is none', (_what, options) => {
  typeAndReload()
  expect(open(options).result.current).toMatchObject({ value: empty, isDraft: false })
})

test('a draft is kept for a week, and then removed', () => {
  typeAndReload()
  vi.setSystemTime(Date.now() + 7 * dayMs)
  expect(open().result.current.isDraft).toBe(true)
  vi.setSystemTime(Date.now() + 1_000)
  expect(open().result.current.isDraft).toBe(false)
  dropOldDrafts()
  expect(localStorage.length).toBe(0)
})

test('what cannot be read counts as none', () => {
  localStorage.setItem('quarterdeck.draft.silence c1', '{"version":1,')
  expect(open().result.current.isDraft).toBe(false)
})
