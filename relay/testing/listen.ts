import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'

/** On loopback; the port. */
export const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
