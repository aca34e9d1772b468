import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh2, { type AuthContext, type Connection, type ServerChannel } from 'ssh2'
import type { TestServer } from './servers.ts'
import { serveFolders, type SftpFolders } from './sftp-folders.ts'

const { Server, utils } = ssh2

/** ssh2 drops leading zero bytes of a public key that it generates, and cannot read one key in 256 afterwards. */
export const makeKeys = (): ReturnType<typeof utils.generateKeyPairSync> => {
  const keys = utils.generateKeyPairSync('ed25519')
  return utils.parseKey(keys.private) instanceof Error ? makeKeys() : keys
}

interface Letting {
  readonly password: string
  readonly publicKey?: string
}

const judge = (auth: AuthContext, { password, publicKey }: Letting): void => {
  if (auth.method === 'password' && auth.password === password) return auth.accept()
  const known = publicKey === undefined ? undefined : utils.parseKey(publicKey)
  if (auth.method === 'publickey' && known !== undefined && !(known instanceof Error) && !Array.isArray(known)) {
    const isKnown = known.getPublicSSH().equals(auth.key.data)
    if (isKnown && (auth.signature === undefined || auth.blob === undefined || known.verify(auth.blob, auth.signature)))
      return auth.accept()
  }
  return auth.reject(['password', 'publickey'])
}

const runGit = (command: string, channel: ServerChannel): void => {
  const [, path] = /^git-upload-pack '([^']+)'$/.exec(command) ?? []
  if (path === undefined) {
    channel.exit(1)
    channel.end()
    return
  }
  const git = spawn('git', ['upload-pack', path])
  git.stdout.pipe(channel, { end: false })
  git.stderr.pipe(channel.stderr, { end: false })
  channel.pipe(git.stdin)
  git.stdin.on('error', () => undefined)
  git.on('close', (code) => {
    channel.exit(code ?? 1)
    channel.end()
  })
}

const twoFiles: SftpFolders = { '.': { a: { size: 1, modifiedMs: 0 }, b: { size: 1, modifiedMs: 0 } } }

export const startSsh = async (letting: Letting, folders: SftpFolders = twoFiles): Promise<TestServer> => {
  const open = new Set<Connection>()
  const server = new Server({ hostKeys: [makeKeys().private] }, (client) => {
    open.add(client)
    client.on('error', () => undefined)
    client.on('close', () => open.delete(client))
    client.on('authentication', (auth) => judge(auth, letting))
    client.on('ready', () => {
      client.on('session', (accept) => {
        const session = accept()
        session.on('sftp', (acceptFiles) => serveFolders(folders)(acceptFiles(), client))
        session.on('exec', (acceptRun, _reject, { command }) => runGit(command, acceptRun()))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => open.size,
    close: async () => {
      for (const client of open) client.end()
      server.close()
      await once(server, 'close')
    },
  }
}
