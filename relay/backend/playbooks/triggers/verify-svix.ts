import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseDuration } from '#shared/primitives/duration.ts'

interface SvixCall {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  readonly nowMs: number
}

const usualToleranceMs = 5 * 60_000
const version = 'v1,'

const toToleranceMs = (verifyTimestamp: boolean | string): number => {
  if (verifyTimestamp === false) return Infinity
  return typeof verifyTimestamp === 'string' ? (parseDuration(verifyTimestamp) ?? 0) : usualToleranceMs
}

/** Also the headers of Standard Webhooks, the same scheme under other names. */
const findHeader = ({ headers }: SvixCall, name: string): string =>
  String(headers[`svix-${name}`] ?? headers[`webhook-${name}`] ?? '')

/** `secret` is base64, with or without the prefix `whsec_`. */
export const isSignedBySvix = (secret: string, verifyTimestamp: boolean | string, call: SvixCall): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => findHeader(call, name))
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (key.length === 0 || id === '' || !/^\d+$/.test(timestamp ?? '')) return false
  if (Math.abs(call.nowMs - Number(timestamp) * 1_000) > toToleranceMs(verifyTimestamp)) return false
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${call.text}`).digest()
  return (signatures ?? '').split(' ').some((signature) => {
    const got = signature.startsWith(version) ? Buffer.from(signature.slice(version.length), 'base64') : undefined
    return got?.length === wanted.length && timingSafeEqual(got, wanted)
  })
}
