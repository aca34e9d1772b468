import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { describeErrorCode } from '#relay/backend/clients/run/describe-error.ts'
import type { Endpoint } from '#relay/backend/clients/run/endpoint.ts'

export type Step = (name: string, work: () => Promise<string>) => Promise<void>

const shown = ({ host, port }: Endpoint): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
const day = (at: string): string => new Date(at).toISOString().slice(0, 10)

export const reach = async (
  endpoint: Endpoint,
  { insecureTls }: { readonly insecureTls: boolean },
  step: Step,
): Promise<void> => {
  const { host, port, isTls, ca, isUnverified = insecureTls } = endpoint
  if (isIP(host) === 0) {
    await step('Name resolved', async () => {
      const addresses = await lookup(host, { all: true })
      return `${host} is ${addresses.map(({ address }) => address).join(', ')}`
    })
  }
  const sockets: Socket[] = []
  try {
    await step('Connected', async () => {
      const socket = connect({ host, port, autoSelectFamily: true })
      sockets.push(socket)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      return shown(endpoint)
    })
    const [socket] = sockets
    if (!isTls || socket === undefined) return
    await step('TLS', async () => {
      const secured = connectTls({
        socket,
        rejectUnauthorized: false,
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca !== undefined && { ca }),
      })
      sockets.push(secured)
      secured.on('error', () => undefined)
      await once(secured, 'secureConnect')
      return trusted(secured, isUnverified)
    })
  } finally {
    // Destroy the outermost socket only: destroying the one below TLS directly crashes the process.
    sockets.at(-1)?.destroy()
  }
}

const trusted = (socket: TLSSocket, isInsecure: boolean): string => {
  const { valid_to: until } = socket.getPeerCertificate()
  const summary = `${socket.getProtocol() ?? 'TLS'}, certificate valid until ${until === undefined ? '?' : day(until)}`
  if (socket.authorized) return summary
  const code = String(socket.authorizationError)
  const why = describeErrorCode(code) ?? `${code}.`
  if (!isInsecure) throw new Error(why)
  return `${summary}. ${why} Ignored because certificate verification is off for this connection.`
}
