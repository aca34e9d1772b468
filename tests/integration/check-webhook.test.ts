import { afterEach, describe, expect, test, vi } from 'vitest'
import { isMap } from '#shared/primitives/is-map.ts'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'
import { canaryDocument, startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

let backend: TestBackend | undefined
afterEach(async () => {
  await backend?.close()
  backend = undefined
})

const document = (more = '') =>
  canaryDocument('alerts', `  webhook:\n    name: deployments\n    token: { value: right-token }\n${more}`)
const listed = `    transform:
      expr: |
        results.json.alerts.map(alert, {'name': alert.labels.alertname, 'pass': alert.status == 'resolved'})
`
const alert = (alertname: string, status: string) => ({ labels: { alertname }, status })
const start = async (text: string) => {
  backend = await startTestBackend({ resources: { 'alerts.yaml': text } })
  return backend
}
const post = async (
  { app }: TestBackend,
  payload: string,
  headers: Record<string, string> = { 'webhook-token': 'right-token' },
  name = 'deployments',
) => {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/api/canary/webhook/${name}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  })
  const parsed: unknown = JSON.parse(body)
  return { statusCode, body: isMap(parsed) ? parsed : {} }
}

describe('the webhook check', () => {
  test('passes with each result that is posted with its token, and never runs on its schedule, after which it is late', async () => {
    const started = await start(document())
    expect(await started.row('deployments')).toMatchObject({ status: '', type: 'webhook' })
    const { next_runtime: next, schedule, interval_ms: interval } = (await started.row('deployments')) ?? {}
    expect([next ?? null, schedule ?? '', interval ?? null]).toEqual([null, '@every 1s', 1_000])
    expect(await post(started, '{"app":"web"}')).toEqual({
      statusCode: 200,
      body: { pass: true, message: 'Received 13B' },
    })
    expect(await post(started, 'plain', { authorization: 'Bearer right-token', 'content-type': 'text/plain' })).toEqual(
      {
        statusCode: 200,
        body: { pass: true, message: 'Received 5B' },
      },
    )
    const row = await started.row('deployments')
    expect(row).toMatchObject({ status: 'healthy' })
    expect((await post(started, '{}', undefined, row?.id)).statusCode).toBe(200)
    const run = await started.app.inject({ method: 'POST', url: `/api/canary/run/check/${row?.id}` })
    expect(run.statusCode).toBe(409)
  })

  test('is judged by its test', async () => {
    const started = await start(document("    test: { expr: json.status == 'ok' }\n"))
    expect(await post(started, '{"status":"failed"}')).toEqual({
      statusCode: 200,
      body: { pass: false, message: 'Test failed. Received 19B' },
    })
    expect(await started.row('deployments')).toMatchObject({ status: 'unhealthy' })
    expect((await post(started, '{"status":"ok"}')).body).toMatchObject({ pass: true })
  })

  test('makes a check of each alert', async () => {
    const started = await start(document(listed))
    const alerts = [alert('DiskFull', 'firing'), alert('Slow', 'resolved')]
    expect((await post(started, JSON.stringify({ alerts }))).body).toMatchObject({ pass: true })
    expect(await started.row('DiskFull')).toMatchObject({ status: 'unhealthy' })
    expect(await started.row('Slow')).toMatchObject({ status: 'healthy' })
    await post(started, JSON.stringify({ alerts: [alert('DiskFull', 'resolved')] }))
    await vi.waitFor(async () => expect(await started.row('DiskFull')).toMatchObject({ status: 'healthy' }))
  })

  const unreadable = document().replace(
    '{ value: right-token }',
    '{ valueFrom: { secretKeyRef: { name: gone, key: token } } }',
  )

  test.each([
    ['no token', {}, 'deployments'],
    ['a wrong token', { 'webhook-token': 'wrong-token' }, 'deployments'],
    ['the token of no check', { 'webhook-token': 'right-token' }, 'other'],
  ])('rejects %s', async (_name, headers, name) => {
    const started = await start(document())
    expect(await post(started, '{}', headers, name)).toEqual({
      statusCode: 401,
      body: { error: 'No webhook check of this name accepts the token. Send it in the header Webhook-Token.' },
    })
    expect(await started.row('deployments')).toMatchObject({ status: '' })
  })

  test('limits the calls of one address without a valid token', async () => {
    const started = await start(document())
    const calls = Array.from({ length: 150 }, (_, call) => post(started, '{}', { 'webhook-token': `guess-${call}` }))
    const codes = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([401, 429]))
    expect((await post(started, '{}')).statusCode).toBe(429)
    const other = await started.app.inject({
      method: 'POST',
      url: '/api/canary/webhook/deployments',
      remoteAddress: '192.0.2.7',
      headers: { 'webhook-token': 'right-token' },
    })
    expect(other.statusCode).toBe(200)
  })

  test('does not reveal a check whose token cannot be read; the log names it', async () => {
    const started = await start(unreadable)
    const response = await post(started, '{}')
    expect(response).toEqual(await post(started, '{}', undefined, 'other'))
    expect(response.statusCode).toBe(401)
    expect(started.log.join('')).toContain('token of a webhook check not readable')
  })

  test('accepts results of anyone when its document has no token', async () => {
    const started = await start(canaryDocument('alerts', '  webhook:\n    name: deployments\n'))
    expect((await post(started, '{}', {})).body).toEqual({ pass: true, message: 'Received 2B' })
    expect((await post(started, '{}', { authorization: 'Bearer any' })).statusCode).toBe(200)
    expect((await post(started, '{}', {}, 'other')).statusCode).toBe(401)
  })

  test('limits calls of one address while the token cannot be read, too', async () => {
    const started = await start(unreadable)
    const codes: number[] = []
    for (let call = 0; call < 110; call += 1) codes.push((await post(started, '{}')).statusCode)
    expect(new Set(codes)).toEqual(new Set([401, 429]))
  })

  test('redacts its token in the result, and stores it encrypted', async () => {
    const started = await start(document("    display: { expr: 'json.text' }\n"))
    expect((await post(started, '{"text":"right-token leaked"}')).body).toEqual({
      pass: true,
      message: '*** leaked',
    })
    const { rows } = await started.database.query('select spec from canaries')
    expect(JSON.stringify(rows)).not.toContain('right-token')
    expect(started.log.join('')).not.toContain('right-token')
  })

  test('needs no schedule', async () => {
    const started = await start(document().replace('  schedule: "@every 1s"\n', ''))
    const { problem = '', interval_ms: interval = null } = (await started.row('deployments')) ?? {}
    expect([problem, interval]).toEqual(['', null])
    expect((await post(started, '{}')).statusCode).toBe(200)
    expect(await runCheckType('webhook', { token: 'a' })).toMatchObject({
      pass: false,
      message: 'Results are posted to /api/canary/webhook, with the token.',
    })
  })
})
