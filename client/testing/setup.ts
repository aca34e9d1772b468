import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

/** The test environment lays nothing out: no size ever changes there. */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes
window.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList

configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/')
})

afterEach(cleanup)

// Files share their modules: the code of a page that still loads when its file ends would fail for the files that follow.
afterAll(() => vi.dynamicImportSettled())
