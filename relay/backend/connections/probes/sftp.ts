import type { CheckConnection } from '#relay/backend/checks/check-type.ts'
import { withSsh } from '#relay/backend/clients/ssh-connection.ts'
import { placeOf, type Place } from './place.ts'
import type { ConnectionProbe } from './probe.ts'

const placeOfServer = ({ url, properties: { port = '' } }: CheckConnection): Place | undefined => {
  const place = placeOf(url, 'sftp')
  return place === undefined || port === '' ? place : { ...place, port: Number(port) }
}

/** Signs in and has the folder listed that the server begins with. */
export const sftp: ConnectionProbe = {
  place: placeOfServer,
  ask: async ({ connection }, { signal }) => {
    const place = placeOfServer(connection)
    if (place === undefined) throw new Error('The connection names no host.')
    const { username, password, certificate: privateKey } = connection
    return withSsh({ ...place, username, password, privateKey, signal }, async (ssh) => {
      const files = await ssh.sftp()
      const read = (path: string) =>
        new Promise<number>((resolve, reject) =>
          files.readdir(path, (error, list) => (error ? reject(error) : resolve(list.length))),
        )
      const count = await read(connection.properties['path'] ?? '.')
      return `${count} files and folders, from the host with the key ${ssh.hostKey}`
    })
  },
}
