import { ZodError } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'

export const closedEarly = 'The server closed the connection before the response was complete.'

const messagesByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused.',
  ECONNRESET: 'Connection reset by the server.',
  EPIPE: 'The server closed the connection during a write.',
  UND_ERR_SOCKET: closedEarly,
  ETIMEDOUT: 'Connection timed out: no response from the host.',
  UND_ERR_CONNECT_TIMEOUT: 'Connection timed out.',
  UND_ERR_HEADERS_TIMEOUT: 'The response did not start in time.',
  UND_ERR_BODY_TIMEOUT: 'The response was cut off.',
  EHOSTUNREACH: 'No route to the host.',
  ENETUNREACH: 'The network is unreachable.',
  EADDRNOTAVAIL: 'The address is unreachable.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'Host name lookup failed: the name server did not respond.',
  EACCES: 'Permission denied by the operating system.',
  ERR_SOCKET_BAD_PORT: 'Invalid port: use 1 to 65535.',
  CERT_HAS_EXPIRED: 'The TLS certificate has expired.',
  CERT_NOT_YET_VALID: 'The TLS certificate is not valid yet.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The TLS certificate is for another host name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The TLS certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The TLS certificate was issued by an untrusted authority.',
  UNABLE_TO_GET_ISSUER_CERT: 'The TLS certificate was issued by an untrusted authority.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The TLS certificate was issued by an untrusted authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'The TLS certificate cannot be verified: its chain is incomplete or its authority is untrusted.',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'The server requires a client certificate.',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'The server does not trust the authority of the client certificate.',
  CERT_REVOKED: 'The TLS certificate was revoked.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The server does not speak TLS on this port.',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'The server does not speak TLS on this port.',
  Z_DATA_ERROR: 'The response cannot be decompressed.',
  Z_BUF_ERROR: 'The compressed response is truncated.',
  NO_TLS: 'The server does not offer TLS.',
  NO_TLS_AGREEMENT: 'TLS negotiation failed: no common version or cipher, or a client certificate is required.',
  NOT_HTTP: 'The server does not speak HTTP.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH:
    'The body is not as long as its Content-Length: the server closed the connection early or counts wrongly.',
  UND_ERR_HEADERS_OVERFLOW: 'The response headers are too large.',
}

/** Libraries that replace network and TLS error codes with messages of their own. */
const codesByMessage: readonly (readonly [RegExp, string])[] = [
  [/^self-signed certificate in certificate chain/, 'SELF_SIGNED_CERT_IN_CHAIN'],
  [/^self-signed certificate/, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [/^certificate has expired/, 'CERT_HAS_EXPIRED'],
  [/^unable to verify the first certificate/, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [/^unable to get local issuer certificate/, 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [/^Hostname\/IP does not match certificate's altnames/, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [/^(?:Connection|Socket) (?:closed|terminated) unexpectedly/, 'UND_ERR_SOCKET'],
  [/^Connection (?:terminated|lost|closed before message response)/, 'UND_ERR_SOCKET'],
  [/^connection \S+ to \S+ closed/, 'UND_ERR_SOCKET'],
  [/^Decompression failed$/, 'Z_DATA_ERROR'],
  [/^There was an error establishing an SSL connection/, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [/^(?:The server|Server) does not support (?:SSL|secure) connections?/, 'NO_TLS'],
  [/:SSL routines:.*(?:wrong version number|packet length too long)/, 'ERR_SSL_WRONG_VERSION_NUMBER'],
  [/:SSL routines:/, 'NO_TLS_AGREEMENT'],
]
const codeAtEnd = /\b(?:read|write|connect) (E[A-Z]+)$/

export const describeErrorCode = (code: string): string | undefined =>
  Object.hasOwn(messagesByCode, code) ? messagesByCode[code] : undefined

export const describeError = (error: unknown, endpoint: string): string => {
  const root = findRootCause(error)
  const unresolved = findUnresolvedHost(root)
  if (unresolved !== undefined && unresolved !== readHost(endpoint)) {
    const prefix = endpoint === '' ? '' : `${endpoint}: `
    return `${prefix}The host name ${JSON.stringify(unresolved)} ${
      findCode(root) === 'ENOTFOUND' ? 'does not exist.' : 'cannot be looked up: the name server did not respond.'
    }`
  }
  const code = findCode(root)
  const known = code === undefined ? undefined : describeErrorCode(code)
  if (known !== undefined) return endpoint === '' ? known : `${endpoint}: ${known}`
  const message = root instanceof ZodError ? describeResponse(root) : toErrorMessage(root)
  return toSentence(message === '' ? (code ?? 'Unknown error') : message)
}

/** Responses of services are parsed with schemas. */
const describeResponse = ({ issues }: ZodError): string => {
  const path = formatPath(issues[0]?.path ?? [])
  return `The response has an unexpected format${path === '' ? '' : `: ${path} is missing or invalid`}`
}

/** The host can be a proxy or a name server instead of the endpoint's own. */
const findUnresolvedHost = (error: unknown): string | undefined =>
  error instanceof Error &&
  ['ENOTFOUND', 'EAI_AGAIN'].includes(readOwnCode(error) ?? '') &&
  'hostname' in error &&
  typeof error.hostname === 'string'
    ? error.hostname
    : undefined

const readHost = (endpoint: string): string | undefined =>
  URL.canParse(endpoint) && endpoint.includes('://')
    ? new URL(endpoint).hostname
    : /^([^\s:/@]+)(?::\d+)?(?:\/\S*)?$/.exec(endpoint)?.[1]

const readOwnCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

const findCode = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return readOwnCode(error)
  if (error.name === 'HTTPParserError') return 'NOT_HTTP'
  const own = readOwnCode(error)
  if (own !== undefined && describeErrorCode(own) !== undefined) return own
  const message = error.message.replace(/^Error initiating TLS - /, '')
  return codesByMessage.find(([pattern]) => pattern.test(message))?.[1] ?? codeAtEnd.exec(message)?.[1] ?? own
}

const findRootCause = (error: unknown): unknown => {
  let root = error
  for (let depth = 0; depth < 10; depth += 1) {
    if (root instanceof AggregateError && root.errors.length > 0) root = root.errors[0] as unknown
    else if (
      root instanceof Error &&
      root.cause !== undefined &&
      (findCode(root) === undefined || root.cause instanceof Error)
    )
      root = root.cause
    else break
  }
  return root
}

const toSentence = (text: string): string => {
  const trimmed = text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .slice(0, 500)
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
