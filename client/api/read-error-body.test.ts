import { expect, test } from 'vitest'
import { readErrorBody } from './read-error-body.ts'

test('the field error is the message, before the field message [ERR-29]', () => {
  expect(readErrorBody('{"error":"no such canary","message":"try another"}')).toEqual({
    message: 'no such canary',
    details: 'try another',
  })
})

test('uses the message when the error field is only a kind or an object of the identity service', () => {
  expect(readErrorBody('{"error":"not found","message":"no such canary"}')).toEqual({ message: 'no such canary' })
  expect(readErrorBody('{"error":{"code":400,"status":"Bad Request","reason":"not an email"}}')).toEqual({
    message: 'not an email',
  })
})

test('the field message is used when there is no error [ERR-29]', () => {
  expect(
    readErrorBody('{"code":"23505","details":"Key (name) exists.","hint":null,"message":"duplicate key"}'),
  ).toEqual({
    message: 'duplicate key',
    code: '23505',
    details: 'Key (name) exists.',
  })
})

test.each(['', '{}', '{"error":""}', '[]', 'null', '{"error":{"nested":1}}'])(
  '%s results in the generic message [ERR-29]',
  (body) => {
    expect(readErrorBody(body)).toEqual({ message: 'An error occurred' })
  },
)

test('a short plain text is the message, such as an access denial; a page of HTML is not', () => {
  expect(readErrorBody('unauthorized. Access Denied\n')).toEqual({ message: 'unauthorized. Access Denied' })
  expect(readErrorBody('<html><body>502 Bad Gateway</body></html>')).toEqual({ message: 'An error occurred' })
})

test('a wrapped error keeps its code and its hint', () => {
  expect(readErrorBody('{"error":"bad cron","code":"invalid","hint":"use @every 1m","trace":"x"}')).toEqual({
    message: 'bad cron',
    code: 'invalid',
    details: 'use @every 1m',
  })
})
