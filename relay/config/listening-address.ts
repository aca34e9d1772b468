import type { Server } from 'node:net'

export const listeningPort = (server: Server): number | undefined => {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

export const listeningUrl = (server: Server): string | undefined => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address]
  const host = name ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address)
  return `http://${host}:${address.port}`
}
