import { splitLines } from './machine.ts'

export interface ListeningSocket {
  readonly protocol: 'tcp' | 'udp'
  readonly address: string
  readonly port: number
  readonly uid: number
  readonly inode: string
}

const toBytes = (hexWord: string): number[] => [6, 4, 2, 0].map((at) => Number.parseInt(hexWord.slice(at, at + 2), 16))

const toIpv6Groups = (hex: string): string[] => {
  const bytes = [0, 8, 16, 24].flatMap((at) => toBytes(hex.slice(at, at + 8)))
  return Array.from({ length: 8 }, (_, at) => (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16))
}

/** The kernel writes addresses in hex as 32-bit words in host byte order. */
const formatAddress = (hex: string): string => {
  if (hex.length === 8) return toBytes(hex).join('.')
  const groups = toIpv6Groups(hex)
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff')
    return toBytes(hex.slice(24)).join('.')
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

const listening = { tcp: '0A', udp: '07' } as const

export const listeningIn = (protocol: 'tcp' | 'udp', text: string): ListeningSocket[] =>
  splitLines(text)
    .slice(1)
    .flatMap((line) => {
      const [, local = '', , state = '', , , , uid = '', , inode = ''] = line.trim().split(/\s+/)
      const [address = '', port = ''] = local.split(':')
      return state === listening[protocol]
        ? [{ protocol, address: formatAddress(address), port: Number.parseInt(port, 16), uid: Number(uid), inode }]
        : []
    })
