import { hostname } from 'node:os'
import type { Server } from 'node:net'

export const listeningPort = (server: Server): number | undefined => {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

/** Host and port for people: other machines reach a relay that listens on all addresses by its host name. */
export const listeningPlace = (server: Server): string | undefined => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const isEverywhere = ['0.0.0.0', '::'].includes(address.address)
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `${isEverywhere ? hostname() : host}:${address.port}`
}

export const listeningUrl = (server: Server): string | undefined => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) return undefined
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address]
  const host = name ?? (address.family === 'IPv6' ? `[${address.address}]` : address.address)
  return `http://${host}:${address.port}`
}
