import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { defineCheckType } from './define-check-type.ts'
import { count, thresholdMillis } from '#relay/backend/clients/run/fields.ts'
import { bareEnvironment, runProcess, type ProcessResult } from '#relay/backend/process/run-process.ts'

/** Other tools accept the URL of a service. */
const toHost = (endpoint: string): string =>
  /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint).hostname : endpoint

const spec = z.strictObject({
  endpoint: z
    .string()
    .transform(toHost)
    .refine((host) => /^[\p{L}\p{N}:[_][\p{L}\p{M}\p{N}_.:\-%[\]]*$/u.test(host), 'must be a host name or an address'),
  packetCount: count.optional(),
  packetLossThreshold: count.optional(),
  thresholdMillis,
})
type IcmpSpec = z.infer<typeof spec>

export const icmp = defineCheckType<IcmpSpec>({
  key: 'icmp',
  spec,
  formatEndpoint: ({ endpoint }) => endpoint,
  run: async ({ endpoint, packetCount, packetLossThreshold: lossMost = 0, thresholdMillis: most }, { signal }) => {
    const packets = Math.max(1, packetCount ?? 1)
    const bare = endpoint.replace(/^\[(.*)\]$/, '$1')
    const host = domainToASCII(bare) || bare
    let result: ProcessResult
    try {
      result = await runProcess('ping', ['-n', '-c', String(packets), '-i', '0.2', host], {
        env: { ...bareEnvironment(), LC_ALL: 'C' },
        signal,
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return {
        pass: false,
        invalid: true,
        message: 'ping is not installed. Install iputils-ping to use ICMP checks.',
      }
    }
    const statistics = parsePing(result.stdout)
    if (statistics === undefined) {
      const lastLine = (result.stderr || result.stdout).trim().split('\n').at(-1) ?? ''
      return {
        pass: false,
        message: `Cannot ping ${endpoint}: ${lastLine.replace(/^ping: /, '') || `exit code ${result.exitCode}`}.`,
      }
    }
    const { packetLoss, rttMs } = statistics
    const lost = packetLoss > lossMost || statistics.received === 0
    const slow = most !== undefined && most > 0 && rttMs !== null && rttMs > most
    const failure = lost
      ? `Expected at most ${lossMost} % loss of ${packets} packets, but ${packetLoss} % were lost.`
      : `Expected a response within ${most} ms, but it took ${rttMs} ms.`
    return {
      pass: !lost && !slow,
      message:
        lost || slow
          ? failure
          : `${statistics.received} of ${statistics.sent} packets received, ${rttMs ?? '?'} ms on average`,
      ...(rttMs !== null && { durationMs: rttMs }),
      details: { ...statistics },
    }
  },
})

export const parsePing = (
  output: string,
):
  | {
      sent: number
      received: number
      packetLoss: number
      rttMs: number | null
      minMs: number | null
      maxMs: number | null
    }
  | undefined => {
  const counts = /(\d+) packets transmitted, (\d+) (?:packets )?received.*?([\d.]+)% packet loss/s.exec(output)
  if (counts === null) return undefined
  const times = /=\s*([\d.]+)\/([\d.]+)\/([\d.]+)/.exec(output)
  const timeAt = (index: number): number | null => (times === null ? null : Number(times[index]))
  return {
    sent: Number(counts[1]),
    received: Number(counts[2]),
    packetLoss: Number(counts[3]),
    rttMs: timeAt(2),
    minMs: timeAt(1),
    maxMs: timeAt(3),
  }
}
