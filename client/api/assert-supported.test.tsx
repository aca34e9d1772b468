import { expect, test, vi } from 'vitest'
import { logTailRoute, logSummaryRoute, logsRoute } from '#shared/logs/log-routes.ts'
import { setBackend } from '#client/testing/set-backend.ts'
import { call } from './call.ts'
import { requestLines } from './request-lines.ts'

const sentTo = () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return Promise.resolve(Response.json({}))
  })
  return sent
}

const body = { id: 'c', start: '2026-11-28T08:00:00Z', end: '2026-11-28T09:00:00Z' }

test('a route that production lacks is answered with 404 without a request', async () => {
  setBackend('remote')
  const sent = sentTo()
  await expect(call(logSummaryRoute, { body })).rejects.toMatchObject({ status: 404, where: 'POST /api/logs/summary' })
  await expect(requestLines(logTailRoute, body, new AbortController().signal).next()).rejects.toMatchObject({
    status: 404,
  })
  expect(sent).toEqual([])
  await call(logsRoute, { body: { ...body, limit: 1 } }).catch(() => undefined)
  expect(sent).toEqual(['/api/logs'])
})

test('the embedded backend is asked', async () => {
  const sent = sentTo()
  await call(logSummaryRoute, { body }).catch(() => undefined)
  expect(sent).toEqual(['/api/logs/summary'])
})
