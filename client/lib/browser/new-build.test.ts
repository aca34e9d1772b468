import { expect, test } from 'vitest'
import { canReload } from './new-build.ts'

const reload = { running: '/assets/a.js', offered: '/assets/b.js', reloadedFor: null, unsaved: false }

test('a page reloads for another build', () => {
  expect(canReload(reload)).toBe(true)
  expect(canReload({ ...reload, reloadedFor: '/assets/a.js' })).toBe(true)
})

test.each([
  ['for its own build', { offered: '/assets/a.js' }],
  ['twice for the same build', { reloadedFor: '/assets/b.js' }],
  ['while something is unsaved', { unsaved: true }],
  ['while nothing is known of another build', { offered: null }],
])('a page never reloads %s', (_, over) => {
  expect(canReload({ ...reload, ...over })).toBe(false)
})
