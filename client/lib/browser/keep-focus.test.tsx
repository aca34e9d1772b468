import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  document.body.innerHTML = '<main tabindex="-1"></main><input>'
})

afterEach(() => {
  document.body.innerHTML = ''
})

const load = async () => {
  const { focusAfterNavigation } = await import('./keep-focus.ts')
  const main = document.querySelector('main')
  return { main, focus: () => focusAfterNavigation(main) }
}

test('the first page leaves the focus at the skip links, also while it loads', async () => {
  const { focus } = await load()
  focus()
  focus()
  expect(document.activeElement).toBe(document.body)
})

test('a page that replaces the one with the focus has it, so that the next Tab is in the page', async () => {
  const { main, focus } = await load()
  window.history.pushState(null, '', '/incidents/i1')
  focus()
  expect(document.activeElement).toBe(main)
  window.history.pushState(null, '', '/')
  main?.blur()
  focus()
  expect(document.activeElement).toBe(main)
})

test('takes no focus from a field outside the page', async () => {
  const { focus } = await load()
  const field = document.querySelector('input')
  field?.focus()
  window.history.pushState(null, '', '/incidents/i1')
  focus()
  expect(document.activeElement).toBe(field)
})
