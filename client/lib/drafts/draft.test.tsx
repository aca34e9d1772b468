import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { dayMs } from '#shared/primitives/time-units.ts'
import { dropDraft, dropDrafts, dropOldDrafts, readDraft, writeDraft } from './draft.ts'

const form = { key: 'silence c1', version: 1, schema: z.object({ reason: z.string() }) }
const typed = { reason: 'planned work' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('restores typed input until it is sent or discarded', () => {
  expect(readDraft(form)).toBeNull()
  writeDraft(form, typed)
  expect(readDraft(form)).toEqual(typed)
  dropDraft(form)
  expect(readDraft(form)).toBeNull()
})

test.each([
  ['of another form', { ...form, key: 'silence c2' }],
  ['of another version of the form', { ...form, version: 2 }],
  ['whose fields are others', { ...form, schema: z.object({ reason: z.string(), until: z.string() }) }],
])('ignores a draft %s', (_case, options) => {
  writeDraft(form, typed)
  expect(readDraft(options)).toBeNull()
})

test('retains a draft for a week', () => {
  writeDraft(form, typed)
  vi.setSystemTime(Date.now() + 7 * dayMs)
  expect(readDraft(form)).toEqual(typed)
  vi.setSystemTime(Date.now() + 1_000)
  expect(readDraft(form)).toBeNull()
  dropOldDrafts()
  expect(localStorage.length).toBe(0)
})

test('ignores an unreadable draft', () => {
  localStorage.setItem('quarterdeck.draft.silence c1', '{"version":1,')
  expect(readDraft(form)).toBeNull()
})

test('deletes drafts when another person signs in', () => {
  writeDraft(form, typed)
  dropDrafts()
  expect(readDraft(form)).toBeNull()
})
