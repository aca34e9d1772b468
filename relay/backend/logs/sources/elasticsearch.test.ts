import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { startHttp } from '#relay/testing/servers.ts'
import { elasticsearch } from './elasticsearch.ts'

const filter = { labels: {}, text: '', include: {}, exclude: {}, fromMs: 0, toMs: Date.now(), limit: 10 }
const withValue = z.object({ value: z.string() })
const resolveSecret = async (source: unknown) => withValue.parse(source).value

test('a search has the key and the query of its document', async () => {
  const requests: unknown[] = []
  const server = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push([request.headers.authorization, JSON.parse(body)])
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ hits: { hits: [] } }))
    })
  })
  onTestFinished(() => server.close())
  const signal = AbortSignal.timeout(5_000)
  const run = createClientRun({ mask: new Mask(), resolveSecret, timeoutMs: 5_000 }, signal)
  const spec = elasticsearch.spec.parse({
    address: `http://127.0.0.1:${server.port}`,
    index: 'logs',
    api_key: { value: 'k3y' },
    query: '{"query": {"term": {"tier": "web"}}}',
  })
  const context = { ...run, isHidden: async () => false, onError: () => undefined }
  for await (const stream of elasticsearch.streams(spec, filter, context)) for await (const _ of stream) continue
  expect(requests).toEqual([
    [
      'ApiKey k3y',
      expect.objectContaining({
        query: { bool: { filter: expect.arrayContaining([{ term: { tier: 'web' } }]) } },
      }),
    ],
  ])
})

test('a cloud id replaces the address', () => {
  expect(elasticsearch.spec.safeParse({ cloud_id: 'shop:ZXhhbXBsZS5vcmckYWJj', index: 'logs' }).success).toBe(true)
  expect(elasticsearch.spec.safeParse({ cloud_id: 'shop', index: 'logs' }).error?.issues[0]?.message).toBe(
    'must be a cloud id such as name:ZXhhbXBsZS5vcmckYWJj',
  )
})
