import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

export interface TestServer {
  readonly port: number
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const started = async (server: Server, host: string): Promise<TestServer> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => sockets.size,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export const startHttp = async (listener: RequestListener, host = '127.0.0.1'): Promise<TestServer> =>
  started(createHttpServer(listener), host)

export const startHttps = async (
  options: Pick<Certificate, 'cert' | 'key'> & { readonly ca?: string; readonly requestCert?: boolean },
  listener: RequestListener,
): Promise<TestServer> => started(createHttpsServer(options, listener), '127.0.0.1')

export const startTcp = async (onConnection: (socket: Socket) => void, host = '127.0.0.1'): Promise<TestServer> =>
  started(
    createTcpServer((socket) => {
      socket.resume()
      onConnection(socket)
    }),
    host,
  )

export const closedPort = async (): Promise<number> => {
  const server = await startTcp(() => undefined)
  await server.close()
  return server.port
}
