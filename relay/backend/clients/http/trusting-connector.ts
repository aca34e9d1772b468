import { lookup } from 'node:dns'
import type { Socket } from 'node:net'
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { describeErrorCode } from '#relay/backend/clients/run/describe-error.ts'

export interface TlsOptions {
  readonly insecure: boolean
  readonly connectMs?: number | undefined
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

export interface ConnectorOptions {
  readonly allowH2?: boolean
  readonly onPhaseEnd?: (phase: 'dns' | 'connect' | 'tls') => void
  /** Called before the TLS handshake, too: the socket must be destroyed when the request is aborted. */
  readonly onSocket?: (socket: Socket) => void
  readonly onCertificate?: (host: string, certificate: DetailedPeerCertificate) => void
}

/** Connects first and verifies the certificate afterwards, so that an error can state its contents. */
export const trustingConnector = (
  tls: TlsOptions,
  { allowH2 = false, onPhaseEnd, onSocket, onCertificate }: ConnectorOptions = {},
): buildConnector.connector => {
  const pemOptions = Object.entries({ ca: tls.ca, cert: tls.cert, key: tls.key }).filter(
    ([, value]) => value !== undefined,
  )
  const connectPlain = buildConnector({
    timeout: tls.connectMs ?? 0,
    lookup: (host, options, done) =>
      lookup(host, options, (error, address, family) => {
        onPhaseEnd?.('dns')
        done(error, address, family)
      }),
  })
  const secure = buildConnector({
    rejectUnauthorized: false,
    allowH2,
    timeout: tls.connectMs ?? 0,
    ...Object.fromEntries(pemOptions),
  })
  return (options, callback) => {
    const isSecure = options.protocol === 'https:'
    const port = options.port === '' && isSecure ? '443' : options.port
    connectPlain({ ...options, protocol: 'http:', port }, (error, socket) => {
      if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
      onPhaseEnd?.('connect')
      onSocket?.(socket)
      if (!isSecure) return callback(null, socket)
      return secure({ ...options, httpSocket: socket }, (failure, secured) => {
        if (failure !== null || secured === null) {
          socket.destroy()
          return callback(failure ?? new Error('no socket'), null)
        }
        onPhaseEnd?.('tls')
        onSocket?.(secured)
        return verify(tls, secured as TLSSocket, options.hostname, onCertificate, callback)
      })
    })
  }
}

const verify = (
  tls: TlsOptions,
  socket: TLSSocket,
  host: string,
  onCertificate: ConnectorOptions['onCertificate'],
  callback: buildConnector.Callback,
): void => {
  const certificate = socket.getPeerCertificate(true)
  onCertificate?.(host, certificate)
  const reason = socket.authorizationError as unknown
  if (tls.insecure || reason === null || reason === undefined) return callback(null, socket)
  socket.destroy()
  return callback(new Error(describeCertificateError(reason, certificate, host)), null)
}

const describeCertificateError = (reason: unknown, certificate: PeerCertificate, host: string): string => {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : String(reason)
  const message = describeErrorCode(code) ?? `The TLS certificate cannot be verified: ${code}.`
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return `${host}: The TLS certificate expired on ${toDay(certificate.valid_to)}.`
    case 'CERT_NOT_YET_VALID':
      return `${host}: The TLS certificate is valid only from ${toDay(certificate.valid_from)}.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${host}: ${message.slice(0, -1)}: it was issued for ${String(certificate.subjectaltname ?? certificate.subject.CN)}.`
    default:
      return `${host}: ${message}`
  }
}

const toDay = (text: string): string => {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString().slice(0, 10)
}
