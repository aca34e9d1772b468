import { expect, test } from 'vitest'
import { overdue } from './overdue.ts'

const endpoint = { host: 'db', port: 5432, isTls: false }

test.each([
  ['Read', 'The connection and its secrets could not be read within 15s.'],
  ['Name resolved', 'The name server did not answer within 15s.'],
  ['Connected', 'Nothing accepted the connection within 15s: the machine may be off, or a firewall may be in between.'],
  ['TLS', 'It accepted the connection and did not begin TLS within 15s: it may not speak TLS on this port.'],
  ['Answered', 'It accepted the connection and did not answer within 15s.'],
  [
    'Sent',
    'It accepted the connection and did not confirm the message within 15s: the message may arrive all the same.',
  ],
])('the step %s says what it waited for', (step, message) => {
  expect(overdue(step, endpoint, 15_000)).toBe(message)
})

test('where there was nothing to connect to, nothing is said to have accepted a connection', () => {
  expect(overdue('Answered', undefined, 15_000)).toBe('No answer within 15s.')
})
