import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes
Element.prototype.scrollIntoView = () => undefined
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

configure({ asyncUtilTimeout: 60_000 })

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

afterEach(cleanup)

// Files share modules: an import still pending at the end of a file would fail in the next one.
afterAll(() => vi.dynamicImportSettled())
