import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parsePing } from './icmp.ts'
import { formatEndpoint, listSpecErrors, runCheckType } from './testing/run-check-type.ts'

const folders: string[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(folders.splice(0).map(async (folder) => rm(folder, { recursive: true })))
})
const withPing = async (output: string, exitCode = 0): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'ping-'))
  folders.push(folder)
  await writeFile(join(folder, 'ping'), `#!/bin/sh\ncat <<'END'\n${output}\nEND\nexit ${exitCode}\n`)
  await chmod(join(folder, 'ping'), 0o755)
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
}
const linux = (received: number, loss: string) => `PING localhost (127.0.0.1) 56(84) bytes of data.

--- localhost ping statistics ---
3 packets transmitted, ${received} received, ${loss}% packet loss, time 402ms
rtt min/avg/max/mdev = 0.021/12.500/30.100/0.010 ms`

describe('ping check', () => {
  test('pings the host of a URL', async () => {
    await withPing(linux(3, '0'))
    expect(await runCheckType('icmp', { endpoint: 'https://shop.test:8443/x' })).toMatchObject({ pass: true })
    expect(formatEndpoint('icmp', { endpoint: 'https://shop.test:8443/x' })).toBe('shop.test')
    expect(await listSpecErrors('icmp', { endpoint: 'münchen.test' })).toEqual([])
    expect(await listSpecErrors('icmp', { endpoint: '_gateway' })).toEqual([])
    expect(await listSpecErrors('icmp', { endpoint: 'ftp://shop.test' })).toEqual([
      'endpoint: must be a host name or an address',
    ])
  })

  test.each([
    [linux(3, '0'), { sent: 3, received: 3, packetLoss: 0, rttMs: 12.5, minMs: 0.021, maxMs: 30.1 }],
    [
      '3 packets transmitted, 3 packets received, 0% packet loss\nround-trip min/avg/max = 0.039/0.051/0.062 ms',
      { sent: 3, received: 3, packetLoss: 0, rttMs: 0.051, minMs: 0.039, maxMs: 0.062 },
    ],
    [
      '3 packets transmitted, 2 packets received, 33.3% packet loss\nround-trip min/avg/max/stddev = 0.1/0.2/0.3/0.05 ms',
      { sent: 3, received: 2, packetLoss: 33.3, rttMs: 0.2, minMs: 0.1, maxMs: 0.3 },
    ],
    [
      '2 packets transmitted, 0 received, +2 errors, 100% packet loss, time 1001ms',
      { sent: 2, received: 0, packetLoss: 100, rttMs: null, minMs: null, maxMs: null },
    ],
    ['ping: unknown host', undefined],
  ])('parses the output of ping', (output, expected) => {
    expect(parsePing(output)).toEqual(expected)
  })

  test('passes within its thresholds', async () => {
    await withPing(linux(3, '0'))
    expect(await runCheckType('icmp', { endpoint: 'localhost', packetCount: 3, thresholdMillis: 20 })).toMatchObject({
      pass: true,
      message: '3 of 3 packets received, 12.5 ms on average',
      durationMs: 12.5,
    })
  })

  test.each([
    [{ packetCount: 3 }, 'Expected at most 0 % loss of 3 packets, but 33 % were lost.'],
    [
      { packetCount: 3, packetLossThreshold: 50, thresholdMillis: 10 },
      'Expected a response within 10 ms, but it took 12.5 ms.',
    ],
  ])('reports what it expected for %j', async (spec, message) => {
    await withPing(linux(2, '33'))
    expect(await runCheckType('ping', { endpoint: 'localhost', ...spec })).toMatchObject({ pass: false, message })
  })

  test('reports the error of ping when there are no statistics', async () => {
    await withPing('ping: nowhere.example: Name or service not known', 2)
    expect(await runCheckType('icmp', { endpoint: 'nowhere.example' })).toEqual({
      pass: false,
      message: 'Cannot ping nowhere.example: nowhere.example: Name or service not known.',
    })
  })

  test('reports a missing ping program', async () => {
    vi.stubEnv('PATH', '/nonexistent')
    expect(await runCheckType('icmp', { endpoint: 'localhost' })).toEqual({
      pass: false,
      invalid: true,
      message: 'ping is not installed. Install iputils-ping to use ICMP checks.',
    })
  })

  test.each(['-f', 'a b', '$(id)'])(
    'rejects %j as a host, because ping could take it for an option',
    async (endpoint) => {
      expect(await listSpecErrors('icmp', { endpoint })).toEqual(['endpoint: must be a host name or an address'])
    },
  )
})
