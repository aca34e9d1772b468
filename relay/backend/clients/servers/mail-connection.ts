import { unlessAborted } from '#relay/time-limit.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Transporter } from 'nodemailer'

export interface MailServer {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly insecureTls: boolean
  readonly auth?: { readonly user: string; readonly pass: string } | undefined
  /** The signal ends the connection first; the library's own timeout has a less clear message. */
  readonly libraryTimeoutMs: number
  readonly signal: AbortSignal
}

export const withMailServer = async <Found>(
  { signal, insecureTls, auth, libraryTimeoutMs, ...server }: MailServer,
  talk: (transport: Transporter) => Promise<Found>,
): Promise<Found> => {
  const { createTransport } = await import('nodemailer')
  const { host, port } = server
  const socket = connect({ host, port, autoSelectFamily: true, signal })
  /** A broken connection also rejects `talk`; without a listener the event would end the process. */
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const transport = createTransport({
    ...server,
    connection: socket,
    tls: { rejectUnauthorized: !insecureTls },
    connectionTimeout: libraryTimeoutMs,
    greetingTimeout: libraryTimeoutMs,
    socketTimeout: libraryTimeoutMs,
    ...(auth !== undefined && { auth }),
  })
  try {
    return await unlessAborted(talk(transport), signal)
  } finally {
    transport.close()
    socket.destroy()
  }
}
