import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import { refsIn } from '#relay/backend/clients/git/git-refs.ts'
import { parseSshRepository, type SshRepository } from '#relay/backend/clients/git/ssh-repository.ts'
import { withSsh } from '#relay/backend/clients/servers/ssh-connection.ts'
import type { ConnectionProbe } from './probe.ts'

const maxResponseBytes = 16 * 1024 * 1024

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`

const sshTarget = ({ username, password, certificate }: ClientConnection, { endpoint, user }: SshRepository) => ({
  host: endpoint.host,
  port: endpoint.port,
  username: user || username || 'git',
  password,
  privateKey: certificate,
})

export const askOverSsh: ConnectionProbe['ask'] = async ({ connection }, { signal }) => {
  const repository = parseSshRepository(connection.url)
  return withSsh({ ...sshTarget(connection, repository), signal }, async (ssh) => {
    const channel = await ssh.run(`git-upload-pack ${quoted(repository.path)}`)
    let output = ''
    let errorOutput = ''
    channel.stderr.on('data', (chunk: Buffer) => {
      errorOutput = (errorOutput + chunk.toString()).slice(0, 300)
    })
    for await (const chunk of channel as AsyncIterable<Buffer>) {
      output += chunk.toString('latin1')
      if (output.length > maxResponseBytes) throw new Error('Not a list of Git references.')
      // The reference list is complete. A flush packet tells the server that no objects are wanted.
      if (output.endsWith('0000')) channel.end('0000')
    }
    const refs = refsIn(output)
    if (refs.length === 0) throw new Error(errorOutput.trim() || 'The server returned no Git references.')
    return `${refs.length} branches and tags, host key ${ssh.hostKey}`
  })
}
