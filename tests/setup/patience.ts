import { vi } from 'vitest'

/**
 * Machines that run tests are busy, so who waits for something observable waits as long as `expect.poll` does by the
 * configuration; vitest has no setting for `vi.waitFor`, which gives up after one second. Runs before each test file.
 */
const waitFor = vi.waitFor
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(check, options) {
    return waitFor(check, typeof options === 'number' ? options : { timeout: 20_000, ...options })
  }
}
