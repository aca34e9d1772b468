import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

const blocks = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  blocks.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::1', 128],
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  blocks.addSubnet(net, bits, 'ipv6')

const linkLocal = new BlockList()
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4')
linkLocal.addSubnet('fe80::', 10, 'ipv6')

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const resolveAddresses = async (host: string): Promise<readonly string[]> => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return [bare]
  return (await lookup(bare, { all: true })).map(({ address }) => address)
}

/** Rejects when a name cannot be resolved. */
export const isPrivateHost = async (host: string): Promise<boolean> =>
  (await resolveAddresses(host)).some((address) => isIn(blocks, address))

/** Clouds serve a machine's secrets at link-local addresses. */
export const isLinkLocalHost = async (host: string): Promise<boolean> =>
  (await resolveAddresses(host)).some((address) => isIn(linkLocal, address))
