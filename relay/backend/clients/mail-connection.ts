import { once } from 'node:events'
import { connect } from 'node:net'
import type { Transporter } from 'nodemailer'
import { rejectOnAbort } from './reject-on-abort.ts'

export interface MailServer {
  readonly host: string
  readonly port: number
  /** TLS from the start. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly insecureTls: boolean
  readonly auth?: { readonly user: string; readonly pass: string } | undefined
  /** Whoever uses the server ends it by the signal: the library's own limit, which it tells less plainly, comes after that. */
  readonly libraryTimeoutMs: number
  readonly signal: AbortSignal
}

/** Talks to a mail server, over a connection of its own that ends with the signal or when `talk` has. */
export const withMailServer = async <Found>(
  { signal, insecureTls, auth, libraryTimeoutMs, ...server }: MailServer,
  talk: (transport: Transporter) => Promise<Found>,
): Promise<Found> => {
  const { createTransport } = await import('nodemailer')
  const { host, port } = server
  const socket = connect({ host, port, autoSelectFamily: true, signal })
  /** What breaks the connection later rejects `talk` as well; without a listener the event would end the process. */
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
    return await Promise.race([talk(transport), rejectOnAbort(signal)])
  } finally {
    transport.close()
    socket.destroy()
  }
}
