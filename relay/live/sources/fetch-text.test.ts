import { expect, test } from 'vitest'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import { createFetchText } from './fetch-text.ts'

const signal = new AbortController().signal
const answering = (status: number, body: string) => createFetchText(async () => ({ status, body }))('/api/x', signal)

test('returns the body of a successful response', async () => {
  expect(await answering(206, '[1]')).toBe('[1]')
})

test('returns no half of a character', async () => {
  expect(await answering(200, String.raw`["a\ud800"]`)).toBe(String.raw`["a\ufffd"]`)
})

test.each([
  [500, '{"error":"the disk is full."}', 'The backend responded with status 500: the disk is full.'],
  [
    400,
    '{"code":"22P02","message":"invalid input","details":null}',
    'The backend responded with status 400: invalid input.',
  ],
  [403, 'unauthorized. Access Denied', 'The backend denied the request (403).'],
  [302, '', 'The backend responded with status 302.'],
])('includes the backend’s message for status %d with body %j', async (status, body, message) => {
  await expect(answering(status, body)).rejects.toEqual(new SourceFailure(message, { status }))
})

test('names the permission that a denied read is missing', async () => {
  const lacks = { action: 'read', object: 'database.monitor' }
  const fetchText = createFetchText(async () => ({ status: 403, body: 'unauthorized. Access Denied', lacks }))
  const message = 'Missing permission: read on database.monitor. The backend denied the request (403).'
  await expect(fetchText('/api/x', signal)).rejects.toEqual(new SourceFailure(message, { status: 403 }))
})

test.each([
  [502, '{"message":"remote http://localhost:3000 unreachable"}', /data API \(PostgREST\) is unreachable \(502\)/],
  [503, '{"code":"PGRST001","message":"no connection"}', /database \(PostgreSQL\) is down \(503 PGRST001\)/],
])('names the service that is down behind a running backend for status %d', async (status, body, message) => {
  const fetchText = createFetchText(async () => ({ status, body }))
  await expect(fetchText('/api/db/checks?select=*', signal)).rejects.toThrow(message)
})

test('reports an unreachable backend without its address', async () => {
  const fetchText = createFetchText(async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.1:5432')
  })
  await expect(fetchText('/api/x', signal)).rejects.toEqual(new SourceFailure('The backend is unreachable.'))
})
