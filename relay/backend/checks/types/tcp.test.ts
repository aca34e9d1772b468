import { afterEach, describe, expect, test, vi } from 'vitest'
import { listSpecErrors, runCheckType } from './testing/run-check-type.ts'
import { closedPort, startTcp, type TestServer } from '#relay/testing/servers.ts'

const open: TestServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(async (server) => server.close()))
})

describe('TCP check', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
  ])('passes when %s accepts a connection, and closes it', async (host, shown) => {
    const server = await startTcp(() => undefined, host)
    open.push(server)
    const result = await runCheckType('tcp', { endpoint: `${shown}:${server.port}` })
    expect(result).toMatchObject({ pass: true, details: { host, port: server.port, address: host } })
    await vi.waitFor(() => expect(server.connections()).toBe(0))
  })

  test('reports a closed port', async () => {
    const port = await closedPort()
    expect(await runCheckType('tcp', { endpoint: `127.0.0.1:${port}` })).toEqual({
      pass: false,
      message: `127.0.0.1:${port}: Connection refused.`,
    })
  })

  test('reports an unknown host name', async () => {
    expect(await runCheckType('tcp', { endpoint: 'does-not-exist.invalid:80' })).toEqual({
      pass: false,
      message: 'does-not-exist.invalid:80: The host name does not exist.',
    })
  })

  test.each(['127.0.0.1', '127.0.0.1:0', '127.0.0.1:70000', '::1:80', ':80', '127.0.0.1:80/'])(
    'rejects %j as an endpoint',
    async (endpoint) => {
      expect(await listSpecErrors('tcp', { endpoint })).toEqual([
        'endpoint: must be host:port, or [address]:port for IPv6',
      ])
    },
  )

  test.each(['https', 'tcp', 'postgres+ssl'])('rejects an endpoint with the scheme %s', async (scheme) => {
    expect(await listSpecErrors('tcp', { endpoint: `${scheme}://127.0.0.1:443` })).toEqual([
      `endpoint: must be host:port without ${scheme}://: a TCP check only opens a connection`,
    ])
  })

  test.each([{}, { endpoint: '' }, { endpoint: null }])('reports a missing endpoint in %j', async (spec) => {
    expect(await listSpecErrors('tcp', spec)).toEqual(['endpoint: required'])
  })
})
