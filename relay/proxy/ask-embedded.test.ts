import { getEventListeners } from 'node:events'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { askEmbedded } from './ask-embedded.ts'

const relay = () => {
  const app = fastify()
  app.get('/rows', async ({ headers }, reply) => {
    if (headers['prefer'] === 'count=exact') reply.header('content-range', '0-0/7')
    return [1]
  })
  app.get('/held', () => new Promise(() => undefined))
  return app
}

test('returns status, body and the total when requested', async () => {
  const ask = askEmbedded(relay())
  const { signal } = new AbortController()
  expect(await ask('/rows', signal)).toEqual({ status: 200, body: '[1]', total: null })
  expect(await ask('/rows', signal, true)).toEqual({ status: 200, body: '[1]', total: 7 })
})

test('leaves no listener on the signal', async () => {
  const ask = askEmbedded(relay())
  const { signal } = new AbortController()
  await ask('/rows', signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('aborts with its signal, before or during the request', async () => {
  const ask = askEmbedded(relay())
  const ending = new AbortController()
  const pending = ask('/held', ending.signal)
  ending.abort(new Error('the client disconnected'))
  await expect(pending).rejects.toBeInstanceOf(Error)
  await expect(ask('/held', ending.signal)).rejects.toBeInstanceOf(Error)
})
