import { expect, test } from 'vitest'
import { z } from 'zod'
import { closedEarly, describeError } from './describe-error.ts'

const reset = 'Connection reset by the server.'
const noTls = 'The server does not speak TLS on this port.'
const coded = (message: string, code: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more })

test.each([
  ['LDAP', new Error('Socket error. Message type: BindRequest (0x60)\nread ECONNRESET'), reset],
  [
    'LDAP',
    new Error('Connection closed before message response was received. Message type: BindRequest (0x60)'),
    closedEarly,
  ],
  ['mail', coded('Connection closed unexpectedly', 'ECONNECTION'), closedEarly],
  ['PostgreSQL', new Error('Connection terminated unexpectedly'), closedEarly],
  ['PostgreSQL', new Error('Connection terminated'), closedEarly],
  ['Redis', new Error('Socket closed unexpectedly'), closedEarly],
  ['MySQL', coded('Connection lost: The server closed the connection.', 'PROTOCOL_CONNECTION_LOST'), closedEarly],
  ['SSH', new Error('Connection lost before handshake'), closedEarly],
  ['MongoDB', new Error('connection <monitor> to 127.0.0.1:27017 closed'), closedEarly],
  ['MongoDB', new Error('connection 1 to 127.0.0.1:27017 closed'), closedEarly],
  ['PostgreSQL', new Error('There was an error establishing an SSL connection'), noTls],
  ['PostgreSQL', new Error('The server does not support SSL connections'), 'The server does not offer TLS.'],
  [
    'TLS',
    coded('write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl.c:355:', 'EPROTO'),
    noTls,
  ],
  [
    'TLS',
    coded(
      '80:error:0A000410:SSL routines:ssl3_read_bytes:alert handshake failure:r.c:1590:',
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
    ),
    'TLS negotiation failed: no common version or cipher, or a client certificate is required.',
  ],
  ['mail', coded('Error initiating TLS - self-signed certificate', 'ETLS'), 'The TLS certificate is self-signed.'],
  ['HTTP', new TypeError('fetch failed', { cause: coded('read ECONNRESET', 'ECONNRESET') }), reset],
])('describes an error of %s with the same message as all other libraries', (_, error, message) => {
  expect(describeError(error, '')).toBe(message)
  expect(describeError(error, 'db:5432')).toBe(`db:5432: ${message}`)
})

test('keeps a message from the server unchanged', () => {
  expect(describeError(new Error('password authentication failed for user "ann"'), 'db:5432')).toBe(
    'password authentication failed for user "ann".',
  )
  expect(describeError(new Error('The connection lost its bucket'), '')).toBe('The connection lost its bucket.')
})

test.each([
  ['http://shop.test:80/a', 'shop.test', 'http://shop.test:80/a: The host name does not exist.'],
  ['shop.test:80', 'shop.test', 'shop.test:80: The host name does not exist.'],
  ['http://shop.test/', 'proxy.test', 'http://shop.test/: The host name "proxy.test" does not exist.'],
  ['mail.test:587:25', 'mail.test:587', 'mail.test:587:25: The host name "mail.test:587" does not exist.'],
  ['', 'shop.test', 'The host name "shop.test" does not exist.'],
])('a failed lookup from %j names %j unless it is the endpoint', (endpoint, hostname, message) => {
  expect(describeError(coded('getaddrinfo ENOTFOUND', 'ENOTFOUND', { hostname }), endpoint)).toBe(message)
})

test('a name server that does not respond is reported with the name that was looked up', () => {
  const error = coded('getaddrinfo EAI_AGAIN', 'EAI_AGAIN', { hostname: 'proxy.test' })
  expect(describeError(error, 'http://shop.test/')).toBe(
    'http://shop.test/: The host name "proxy.test" cannot be looked up: the name server did not respond.',
  )
})

test.each([
  [
    z.object({ access_token: z.string() }),
    'The response has an unexpected format: access_token is missing or invalid.',
  ],
  [z.string(), 'The response has an unexpected format.'],
])('names the field of a response that does not match its schema', (schema, message) => {
  expect(describeError(schema.safeParse({}).error, '')).toBe(message)
})
