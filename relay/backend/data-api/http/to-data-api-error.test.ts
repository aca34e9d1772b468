import { expect, test } from 'vitest'
import { SqlError } from '#relay/database/sql-error.ts'
import { toDataApiError } from './to-data-api-error.ts'

const describeDetail = (detail: string, sent: string): unknown => {
  const fields = { severity: 'ERROR', code: '22P02', message: 'invalid input syntax for type json', detail }
  return toDataApiError(new SqlError(fields), { sent, readsRows: true }).body.details
}

test.each(['22021', '22P05'])('describes %s without the text of the database', (code) => {
  const error = new SqlError({ severity: 'ERROR', code, message: 'invalid byte sequence for encoding "UTF8": 0x00' })
  expect(toDataApiError(error, { sent: '', readsRows: true }).body).toEqual({
    code,
    details: null,
    hint: null,
    message: 'A text has a character that cannot be stored, such as NUL.',
  })
})

const sent = 'doc=eq.{"topsecret"}'
test.each([
  ['Token "topsecret" is invalid.', 'Token … is invalid.', 'Token "topsecret" is invalid.'],
  [
    'Expected string or "}", but found "topsecret".',
    'Expected string or "}", but found ….',
    'Expected string or "}", but found "topsecret".',
  ],
  ['Expected ":", but found ""topsecret"".', 'Expected ….', 'Expected ….'],
])('quotes a value only if the request contains it: %s', (detail, stored, requested) => {
  expect(describeDetail(detail, 'doc=eq.{1}')).toBe(stored)
  expect(describeDetail(detail, sent)).toBe(requested)
})
