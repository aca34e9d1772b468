import { isLoopback } from '#relay/config/is-loopback.ts'

/**
 * An organisation's backend address in its one form, without a slash at the end: https, or http on this machine, and nothing
 * in it but host, port and path. Null when it is not that.
 */
export const organisationAddress = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, origin, pathname, username, password, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  if (!isSafe || hostname.includes('*') || username + password + search + hash !== '') return null
  return origin + pathname.replace(/\/+$/, '')
}

/** Whether an organisation may have this backend address: it is on the list, where `*` stands for the first label of a host. */
export const isListedAddress = (address: string, patterns: readonly string[]): boolean =>
  patterns.includes(address) || patterns.includes(address.replace(/^(https?:\/\/)[^./:]+(?=\.)/, '$1*'))
