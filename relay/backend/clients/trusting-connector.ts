import type { PeerCertificate, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import { describeErrorCode } from './describe-error.ts'

export interface TlsOptions {
  readonly insecure: boolean
  readonly connectMs?: number | undefined
  readonly ca?: string | undefined
  readonly cert?: string | undefined
  readonly key?: string | undefined
}

/** Connects first and verifies the certificate afterwards, so that an error can state its contents. */
export const trustingConnector = (
  tls: TlsOptions,
  seen: (certificate: PeerCertificate) => void = () => undefined,
): buildConnector.connector => {
  const pemOptions = Object.entries({ ca: tls.ca, cert: tls.cert, key: tls.key }).filter(
    ([, value]) => value !== undefined,
  )
  const connect = buildConnector({
    rejectUnauthorized: false,
    allowH2: false,
    timeout: tls.connectMs ?? 0,
    ...Object.fromEntries(pemOptions),
  })
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error !== null || socket === null) return callback(error ?? new Error('no socket'), null)
      if (options.protocol !== 'https:') return callback(null, socket)
      const secured = socket as TLSSocket
      const certificate = secured.getPeerCertificate()
      seen(certificate)
      const reason = secured.authorizationError as unknown
      if (tls.insecure || reason === null || reason === undefined) return callback(null, socket)
      socket.destroy()
      return callback(new Error(describeCertificateError(reason, certificate, options.hostname)), null)
    })
  }
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
