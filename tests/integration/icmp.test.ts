import { expect, test } from 'vitest'
import { runCheckType } from '#relay/backend/checks/types/testing/run-check-type.ts'

test('a ping with the machine’s own program counts its packets and times them', async () => {
  expect(await runCheckType('icmp', { endpoint: '127.0.0.1', packetCount: 2 })).toEqual({
    pass: true,
    message: expect.stringMatching(/^2 of 2 packets received, [\d.]+ ms on average$/) as string,
    durationMs: expect.any(Number) as number,
    details: expect.objectContaining({ sent: 2, received: 2, packetLoss: 0 }) as object,
  })
})

test('reports an unknown host as a failure with a plain message', async () => {
  const result = await runCheckType('icmp', { endpoint: 'nobody.invalid' })
  expect(result.pass).toBe(false)
  expect(result.message).toMatch(/^Cannot ping nobody\.invalid: nobody\.invalid: .+\.$/)
})
