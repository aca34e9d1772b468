import { expect, test } from 'vitest'
import { readSendError } from './send-error.ts'

test('finds the sentence in a stored JSON document and keeps the document', () => {
  const document = {
    error: {
      context: { to: 'ada@example.test' },
      error: 'dial tcp :587: connect: connection refused',
      stacktrace: 'x',
    },
    hint: '',
  }
  expect(readSendError(JSON.stringify(document))).toEqual({
    sentence: 'dial tcp :587: connect: connection refused',
    raw: JSON.stringify(document, null, 2),
  })
})

test.each([
  ['connection refused', 'connection refused', false],
  ['"connection refused"', 'connection refused', false],
  ['[1]', '[1]', false],
  ['{"message":"no mail server","hint":"set SMTP_HOST"}', 'no mail server (set SMTP_HOST)', true],
  ['{"error":{"context":{}}}', 'Not sent', true],
])('reads %j', (text, sentence, hasRaw) => {
  const error = readSendError(text)
  expect([error.sentence, error.raw !== null]).toEqual([sentence, hasRaw])
})
