import { z } from 'zod'
import { withMailServer } from '#relay/backend/clients/servers/mail-connection.ts'
import { defineCheckType } from './define-check-type.ts'
import { port, signIn, thresholdMillis } from '#relay/backend/clients/run/fields.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'

const spec = z.strictObject({
  host: z.string().min(1),
  port: port.optional(),
  /** `true`: TLS from the start; `starttls`: required after the greeting; absent: used when the server offers it. */
  tls: z.union([z.boolean(), z.literal('starttls')]).optional(),
  skipTLSVerify: z.boolean().optional(),
  thresholdMillis,
  ...signIn,
})
type SmtpSpec = z.infer<typeof spec>

export const smtp = defineCheckType<SmtpSpec>({
  key: 'smtp',
  spec,
  formatEndpoint: ({ host, port: number, tls }) => `${host}:${number ?? (tls === true ? 465 : 25)}`,
  run: async (spec, run) => {
    const { username, password, insecureTls } = await resolveTarget(spec, spec.host, run)
    const start = performance.now()
    const server = {
      host: spec.host,
      port: spec.port ?? (spec.tls === true ? 465 : 25),
      secure: spec.tls === true,
      requireTLS: spec.tls === 'starttls',
      ignoreTLS: spec.tls === false,
      insecureTls: insecureTls || spec.skipTLSVerify === true,
      ...(username === undefined || username === '' ? {} : { auth: { user: username, pass: password ?? '' } }),
      libraryTimeoutMs: Math.max(1, Math.ceil(run.timeoutMs)) * 2,
      signal: run.signal,
    }
    await withMailServer(server, (transport) => transport.verify())
    const elapsedMs = Math.round(performance.now() - start)
    const slow = spec.thresholdMillis !== undefined && spec.thresholdMillis > 0 && elapsedMs > spec.thresholdMillis
    return {
      pass: !slow,
      message: slow
        ? `Expected the mail server to be ready within ${spec.thresholdMillis} ms, but it took ${elapsedMs} ms.`
        : `The mail server is ready${username === undefined ? '' : ' and accepts the user'}, ${elapsedMs} ms`,
      durationMs: elapsedMs,
      details: { elapsedMs },
    }
  },
})
