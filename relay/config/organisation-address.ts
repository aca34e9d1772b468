import { isLoopback } from '#relay/config/is-loopback.ts'

export const organisationAddress = (text: string): string | null => {
  if (!URL.canParse(text)) return null
  const { protocol, hostname, origin, pathname, username, password, search, hash } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  if (!isSafe || hostname.includes('*') || username + password + search + hash !== '') return null
  return origin + pathname.replace(/\/+$/, '')
}

export const isListedAddress = (address: string, patterns: readonly string[]): boolean =>
  patterns.includes(address) || patterns.includes(address.replace(/^(https?:\/\/)[^./:]+(?=\.)/, '$1*'))
