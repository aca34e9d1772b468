import { expect, test } from 'vitest'
import { readErrorBody } from './read-error-body.ts'

test('the field error is the message, before the field message [ERR-29]', () => {
  expect(readErrorBody('{"error":"not found","message":"no such canary"}')).toEqual({
    message: 'not found',
    details: 'no such canary',
  })
})

test('the field message is, where there is no error [ERR-29]', () => {
  expect(
    readErrorBody('{"code":"23505","details":"Key (name) exists.","hint":null,"message":"duplicate key"}'),
  ).toEqual({
    message: 'duplicate key',
    code: '23505',
    details: 'Key (name) exists.',
  })
})

test.each(['', '{}', '{"error":""}', '[]', 'null', '{"error":{"nested":1}}'])(
  '%s says no more than that an error occurred [ERR-29]',
  (body) => {
    expect(readErrorBody(body)).toEqual({ message: 'An error occurred' })
  },
)

test('a short plain text is the message, as of an access refusal; a page of HTML is not', () => {
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
