import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { createSecureContext, type DetailedPeerCertificate, type PeerCertificate, type TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { describeErrorCode } from '#relay/backend/clients/run/describe-error.ts'

export interface TlsOptions {
  readonly insecure: boolean
  readonly connectMs?: number | undefined
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

interface ConnectorOptions {
  readonly allowH2?: boolean
  readonly onPhaseEnd?: (phase: 'dns' | 'connect' | 'tls') => void
  /** Called before the TLS handshake, too: the socket must be destroyed when the request is aborted. */
  readonly onSocket?: (socket: Socket) => void
  readonly onCertificate?: (host: string, certificate: DetailedPeerCertificate) => void
}

const findReadError = (read: () => unknown): string | undefined => {
  try {
    read()
    return undefined
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : toErrorMessage(error)
  }
}

const assertReads = (part: string, read: () => unknown): void => {
  const reason = findReadError(read)
  if (reason !== undefined) throw new Error(`The ${part} cannot be used: ${reason}`)
}

/**
 * Rejects certificates and keys that cannot be used: Node throws them within a callback of the socket, which would end the
 * process, ignores an authority that it cannot read, and signs in without a certificate that has no key.
 */
export const assertUsableTls = ({ ca = '', cert = '', key = '' }: TlsOptions): void => {
  if (ca !== '') assertReads('certificate of the authority', () => new X509Certificate(ca))
  if (cert !== '') assertReads('client certificate', () => createSecureContext({ cert }))
  if (key !== '') assertReads('key of the client certificate', () => createSecureContext({ key }))
  if (cert !== '' && key === '') throw new Error('The client certificate has no key')
  if (cert === '' && key !== '') throw new Error('The key of the client certificate has no certificate')
  if (cert !== '') assertReads('client certificate', () => createSecureContext({ cert, key }))
}

/** Connects first and verifies the certificate afterwards, so that an error can state its contents. */
export const trustingConnector = (
  tls: TlsOptions,
  { allowH2 = false, onPhaseEnd, onSocket, onCertificate }: ConnectorOptions = {},
): buildConnector.connector => {
  assertUsableTls(tls)
  const pemOptions = Object.entries({ ca: tls.ca, cert: tls.cert, key: tls.key }).filter(
    ([, value]) => value !== undefined && value !== '',
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
      // Not the name of a Host header, which undici would verify.
      return secure(
        { ...options, servername: isIP(options.hostname) === 0 ? options.hostname : '', httpSocket: socket },
        (failure, secured) => {
          if (failure !== null || secured === null) {
            socket.destroy()
            return callback(failure ?? new Error('no socket'), null)
          }
          onPhaseEnd?.('tls')
          onSocket?.(secured)
          return verify(tls, secured as TLSSocket, options.hostname, onCertificate, callback)
        },
      )
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
