import { expect, test } from 'vitest'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import { createFetchText } from './fetch-text.ts'

const signal = new AbortController().signal
const answering = (status: number, body: string) => createFetchText(async () => ({ status, body }))('/api/x', signal)

test('gives the body of a good answer', async () => {
  expect(await answering(206, '[1]')).toBe('[1]')
})

test.each([
  [500, '{"error":"the disk is full."}', 'The backend answered with error 500: the disk is full.'],
  [
    400,
    '{"code":"22P02","message":"invalid input","details":null}',
    'The backend answered with error 400: invalid input.',
  ],
  [403, 'unauthorized. Access Denied', 'The backend answered with error 403.'],
  [302, '', 'The backend answered with error 302.'],
])('says what a backend said that answered %d with %j', async (status, body, message) => {
  await expect(answering(status, body)).rejects.toEqual(new SourceFailure(message, { status }))
})

test('says that a backend cannot be reached, and not at which address', async () => {
  const fetchText = createFetchText(async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.1:5432')
  })
  await expect(fetchText('/api/x', signal)).rejects.toEqual(new SourceFailure('The backend cannot be reached.'))
})
