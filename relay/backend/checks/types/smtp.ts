import { once } from 'node:events'
import { connect } from 'node:net'
import { z } from 'zod'
import { abortOf } from '#relay/backend/clients/abort-of.ts'
import { defineCheckType } from './define-check-type.ts'
import { port, signIn, thresholdMillis } from './fields.ts'
import { targetOf } from '#relay/backend/clients/target.ts'

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

/** Whether a mail server greets, speaks TLS where it should, and accepts the user. No mail is sent. Details: elapsedMs. */
export const smtp = defineCheckType<SmtpSpec>({
  key: 'smtp',
  spec,
  endpointOf: ({ host, port: number, tls }) => `${host}:${number ?? (tls === true ? 465 : 25)}`,
  run: async (spec, run) => {
    const { createTransport } = await import('nodemailer')
    const { username, password, insecureTls } = await targetOf(spec, spec.host, run)
    /** The limit of the run ends it, and says so in its words: the library's own ones come after it. */
    const libraryTimeoutMs = Math.max(1, Math.ceil(run.timeoutMs)) * 2
    const number = spec.port ?? (spec.tls === true ? 465 : 25)
    const start = performance.now()
    const socket = connect({ host: spec.host, port: number, autoSelectFamily: true, signal: run.signal })
    /** What breaks the connection later rejects `verify` as well; without a listener the event would end the process. */
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const transport = createTransport({
      connection: socket,
      host: spec.host,
      port: number,
      secure: spec.tls === true,
      requireTLS: spec.tls === 'starttls',
      ignoreTLS: spec.tls === false,
      tls: { rejectUnauthorized: !(insecureTls || spec.skipTLSVerify === true) },
      connectionTimeout: libraryTimeoutMs,
      greetingTimeout: libraryTimeoutMs,
      socketTimeout: libraryTimeoutMs,
      ...(username === undefined || username === '' ? {} : { auth: { user: username, pass: password ?? '' } }),
    })
    try {
      await Promise.race([transport.verify(), abortOf(run.signal)])
    } finally {
      socket.destroy()
    }
    const elapsedMs = Math.round(performance.now() - start)
    const slow = spec.thresholdMillis !== undefined && spec.thresholdMillis > 0 && elapsedMs > spec.thresholdMillis
    return {
      pass: !slow,
      message: slow
        ? `Expected the mail server to be ready within ${spec.thresholdMillis} ms, and it took ${elapsedMs} ms.`
        : `The mail server is ready${username === undefined ? '' : ' and accepts the user'}, ${elapsedMs} ms`,
      durationMs: elapsedMs,
      details: { elapsedMs },
    }
  },
})
