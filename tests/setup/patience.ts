import { vi } from 'vitest'

/**
 * vitest has no setting for the timeout of `vi.waitFor`, which defaults to one second: too short on busy
 * machines. Runs before each test file.
 */
const waitFor = vi.waitFor
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(check, options) {
    return waitFor(check, typeof options === 'number' ? options : { timeout: 20_000, ...options })
  }
}
