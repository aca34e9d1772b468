import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'

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
