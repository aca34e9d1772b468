import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export const startMailServer = async () => {
  const received: string[] = []
  const server = createServer((socket) => {
    let isData = false
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        received.push(line)
        if (isData && line === '.') isData = false
        else if (isData) continue
        else if (line === 'DATA') {
          isData = true
          socket.write('354 go on\r\n')
          continue
        } else if (line === 'QUIT') {
          socket.end('221 bye\r\n')
          continue
        }
        socket.write('250 ok\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, url: `smtp://127.0.0.1:${port}`, stop: () => server.close() }
}
