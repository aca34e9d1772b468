import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { withSsh } from '#relay/backend/clients/servers/ssh-connection.ts'
import { parseEndpoint, type Endpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe } from './probe.ts'

const serverEndpoint = ({ url, properties: { port = '' } }: ClientConnection): Endpoint | undefined => {
  const endpoint = parseEndpoint(url, 'sftp')
  return endpoint === undefined || port === '' ? endpoint : { ...endpoint, port: Number(port) }
}

export const sftp: ConnectionProbe = {
  endpoint: serverEndpoint,
  ask: async ({ connection }, { signal }) => {
    const endpoint = serverEndpoint(connection)
    if (endpoint === undefined) throw new Error('The connection has no host.')
    const { username, password, certificate: privateKey } = connection
    return withSsh({ ...endpoint, username, password, privateKey, signal }, async (ssh) => {
      const files = await ssh.sftp()
      const read = (path: string) =>
        new Promise<number>((resolve, reject) =>
          files.readdir(path, (error, list) => (error ? reject(error) : resolve(list.length))),
        )
      const count = await read(connection.properties['path'] ?? '.')
      return `${count} files and folders, host key ${ssh.hostKey}`
    })
  },
}
