import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '#relay/testing/listen.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { CheckStatus } from '#shared/health/check-status.ts'
import type { FeedMessage } from '#shared/live/messages.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const startTarget = async () => {
  const target = { status: 200, url: '', stop: () => server.close() }
  const server = createServer((_request, response) => response.writeHead(target.status).end('hello'))
  const port = await listen(server)
  target.url = `http://127.0.0.1:${port}/`
  return target
}

const canaryDocument = (url: string) => `
apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: web, namespace: default }
spec:
  schedule: '@every 1s'
  http:
    - name: target
      url: ${url}
`
const readRows = <Row>(messages: readonly FeedMessage[]): Row[] =>
  messages.flatMap(
    (message) => (message.kind === 'snapshot' ? message.rows : message.kind === 'patch' ? message.put : []) as Row[],
  )

test('viewers see a target fail and recover, with its history, without a request', { timeout: 180_000 }, async () => {
  const target = await startTarget()
  const relay = await startRelay({ resources: { 'web.yaml': canaryDocument(target.url) } })
  const viewer = await connectRaw(relay.url)
  const lastStatus = () => readRows<CheckRow>(viewer.messages).findLast(({ name }) => name === 'target')?.status

  await viewer.subscribe({ topic: 'health.checks', params: {} })
  await eventually(() => expect(lastStatus()).toBe('healthy'))
  target.status = 500
  await eventually(() => expect(lastStatus()).toBe('unhealthy'))
  target.status = 200
  await eventually(() => expect(lastStatus()).toBe('healthy'))

  const checkId = readRows<CheckRow>(viewer.messages).find(({ name }) => name === 'target')?.id
  const history = await connectRaw(relay.url)
  expect(await history.subscribe({ topic: 'health.statuses', params: { checkId } })).toMatchObject({ ok: true })
  await history.next('snapshot')
  const results = readRows<CheckStatus>(history.messages)
  expect(new Set(results.map(({ check_id, status }) => `${check_id} ${status}`))).toEqual(
    new Set([`${checkId} true`, `${checkId} false`]),
  )
  expect((await history.next('patch')).put).not.toEqual([])

  viewer.close()
  history.close()
  expect(await relay.stop()).toBe(0)
  target.stop()
})
