import { z } from 'zod'
import { decodeEscapes } from '#shared/primitives/decode-uri.ts'
import { defineCheckType } from './define-check-type.ts'
import { unlessAborted } from '#relay/time-limit.ts'
import { count, signIn, tlsConfig } from '#relay/backend/clients/run/fields.ts'
import { hostAndPort } from '#relay/backend/clients/run/host-and-port.ts'
import { assertUsableTls } from '#relay/backend/clients/http/trusting-connector.ts'
import { resolveTls } from '#relay/backend/clients/http/http-tls.ts'
import { shownAddress, resolveTarget } from '#relay/backend/clients/run/target.ts'

const spec = z
  .strictObject({
    addr: z.string().optional(),
    url: z.string().optional(),
    db: count.optional(),
    tlsConfig: tlsConfig.optional(),
    ...signIn,
  })
  .refine(({ addr, url, connection }) => (addr ?? url ?? connection ?? '') !== '', {
    message: 'required',
    path: ['url'],
  })
type RedisSpec = z.infer<typeof spec>

export const redis = defineCheckType<RedisSpec>({
  key: 'redis',
  spec,
  formatEndpoint: ({ addr, url, connection }) => shownAddress(url ?? addr ?? connection ?? ''),
  run: async (spec, run) => {
    const { createClient } = await import('@redis/client')
    const target = await resolveTarget(spec, spec.url ?? spec.addr, run)
    const url = parseAddress(target.url)
    const database = spec.db ?? Number(target.properties['db'] ?? (url.pathname.slice(1) || '0'))
    const usesTls = url.protocol === 'rediss:' || spec.tlsConfig !== undefined
    const tls = await resolveTls(spec.tlsConfig, run, { insecureTls: target.insecureTls })
    assertUsableTls(tls)
    const { insecure, ca, cert, key } = tls
    const username = target.username ?? decodeEscapes(url.username)
    const password = target.password ?? decodeEscapes(url.password)
    const client = createClient({
      socket: {
        host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: Number(url.port || '6379'),
        connectTimeout: Math.max(1, Math.ceil(run.timeoutMs)),
        reconnectStrategy: false,
        ...(usesTls
          ? {
              tls: true as const,
              rejectUnauthorized: !insecure,
              ...(ca !== undefined && { ca }),
              ...(cert !== undefined && { cert }),
              ...(key !== undefined && { key }),
            }
          : {}),
      },
      database,
      disableOfflineQueue: true,
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
    })
    /** Errors also reject the command; without a listener the event would end the process. */
    client.on('error', () => undefined)
    const stop = (): void => client.destroy()
    run.signal.addEventListener('abort', stop, { once: true })
    try {
      const start = performance.now()
      const pong = await unlessAborted(
        client.connect().then(() => client.ping()),
        run.signal,
      )
      const elapsedMs = Math.round(performance.now() - start)
      const details = { pong, elapsedMs, database }
      return pong === 'PONG'
        ? { pass: true, message: `PONG from database ${database} in ${elapsedMs} ms`, durationMs: elapsedMs, details }
        : { pass: false, message: `Expected PONG, got ${JSON.stringify(pong)}.`, details }
    } finally {
      run.signal.removeEventListener('abort', stop)
      if (client.isOpen) client.destroy()
    }
  },
})

const parseAddress = (address: string): URL => {
  if (/^rediss?:\/\//i.test(address) && URL.canParse(address)) return new URL(address)
  if (!address.includes('://') && address.includes('/') && URL.canParse(`redis://${address}`))
    return new URL(`redis://${address}`)
  const plain = hostAndPort(address) ?? { host: address, port: 6379 }
  const text = `redis://${plain.host.includes(':') ? `[${plain.host}]` : plain.host}:${plain.port}/`
  if (!URL.canParse(text)) throw new Error(`${JSON.stringify(address)} is not a Redis server address such as host:6379`)
  return new URL(text)
}
