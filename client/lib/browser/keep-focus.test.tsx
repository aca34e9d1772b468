import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { takeLostFocus, watchFocus } from './keep-focus.ts'

beforeAll(watchFocus)

beforeEach(() => {
  document.body.innerHTML = '<main tabindex="-1"></main><a href="/">Row</a>'
})

afterEach(() => {
  document.body.innerHTML = ''
})

const findMain = () => document.querySelector('main')
const findLink = () => document.querySelector('a')

test('the focus of a removed element goes to the page, so that the next Tab is in the page', () => {
  findLink()?.focus()
  findLink()?.remove()
  takeLostFocus(findMain())
  expect(document.activeElement).toBe(findMain())
})

test('a page takes no focus while nothing was removed: the first Tab reaches the skip links', () => {
  findLink()?.focus()
  findLink()?.blur()
  takeLostFocus(findMain())
  expect(document.activeElement).toBe(document.body)
})

test('takes no focus from another element', () => {
  findLink()?.focus()
  const dialog = document.createElement('button')
  document.body.append(dialog)
  findLink()?.remove()
  dialog.focus()
  takeLostFocus(findMain())
  expect(document.activeElement).toBe(dialog)
})
