import { vi } from 'vitest'

/** Longer than anything that a test waits for, even on a machine that is many times slower. */
const patienceMs = 60_000

/**
 * vitest has no setting for the timeout of `vi.waitFor`, which defaults to one second. A test can only set a longer
 * one. Runs before each test file.
 */
const waitFor = vi.waitFor
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(check, options = {}) {
    const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : options
    return waitFor(check, { ...others, timeout: Math.max(timeout, patienceMs) })
  }
}
