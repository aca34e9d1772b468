import { expect, test } from 'vitest'
import { overdue } from './overdue.ts'

const endpoint = { host: 'db', port: 5432, isTls: false }

test.each([
  ['Read', 'Could not read the connection and its secrets within 15s.'],
  ['Name resolved', 'No response from the name server within 15s.'],
  ['Connected', 'Could not connect within 15s. The host may be down or a firewall may block the port.'],
  ['TLS', 'Connected, but TLS was not established within 15s. The port may not use TLS.'],
  ['Answered', 'Connected, but no response within 15s.'],
  ['Sent', 'Connected, but the message was not confirmed within 15s. It may still be delivered.'],
])('the step %s names the operation that timed out', (step, message) => {
  expect(overdue(step, endpoint, 15_000)).toBe(message)
})

test('does not claim an accepted connection if there was no endpoint', () => {
  expect(overdue('Answered', undefined, 15_000)).toBe('No response within 15s.')
})
