import type { Server } from 'node:net'

/** The port that a server listens on; undefined until it listens. */
export const listeningPort = (server: Server): number | undefined => {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Where this machine reaches a server, `http://127.0.0.1:4600`; undefined until it listens. */
export const listeningUrl = (server: Server): string | undefined => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address]
  const host = name ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address)
  return `http://${host}:${address.port}`
}
