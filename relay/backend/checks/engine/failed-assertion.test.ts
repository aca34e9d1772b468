import { expect, test } from 'vitest'
import { readAssertion } from './failed-assertion.ts'

test.each([
  ['Expected code 200 or 201, got 503.', 'code 200 or 201', '503'],
  ['Expected a 2xx code, got 404 after 1 redirect to http://a/b.', 'a 2xx code', '404 after 1 redirect to http://a/b'],
  ['Expected $.a to be "x, got y", got "z".', '$.a to be "x, got y"', '"z"'],
  ['Expected $.a to be "x", but it does not exist.', '$.a to be "x"', 'does not exist'],
  ['Expected a response within 5 ms, but it took 7 ms.', 'a response within 5 ms', 'took 7 ms'],
  ['/backup: expected at least 3 files, found 1.', 'at least 3 files', '1'],
  ['/backup: expected no file older than 1d, but a.gz is 2d old.', 'no file older than 1d', 'a.gz is 2d old'],
  ['Expected no alerts, firing: Disk, Cpu.', 'no alerts', 'Disk, Cpu'],
])('%s', (message, expected, actual) => {
  expect(readAssertion(message, undefined)).toEqual({ expected, actual })
})

test('a body without the expected text is the actual value', () => {
  expect(readAssertion('Body does not contain "ok".', 'down')).toEqual({
    expected: 'body contains "ok"',
    actual: 'down',
  })
  expect(readAssertion('Body does not contain "ok".', '')?.actual).toBe('empty body')
})

test.each(['No response within 15s.', 'Connection refused.', 'The result is empty.'])(
  '%s is no assertion',
  (message) => {
    expect(readAssertion(message, 'x')).toBeUndefined()
  },
)
