import { createHash } from 'node:crypto'
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2'
import { unlessAborted } from '#relay/time-limit.ts'
import { closedEarly } from '#relay/backend/clients/run/describe-error.ts'

interface SshTarget {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly privateKey?: string | undefined
  readonly signal: AbortSignal
}

interface SshConnection {
  readonly hostKey: string
  run(command: string): Promise<ClientChannel>
  sftp(): Promise<SFTPWrapper>
}

const toReadableError = (error: Error & { level?: string }): Error => {
  if (error.level === 'client-authentication')
    return new Error('Authentication failed: wrong user name, password or key.')
  if (/privateKey|private key|passphrase/i.test(error.message))
    return new Error('The key cannot be read: it is not a private key, or its password is wrong.')
  return error
}

const connected = (
  client: Client,
  { signal, username, password, privateKey, ...address }: SshTarget,
): Promise<string> => {
  let hostKey = ''
  const ready = new Promise<string>((resolve, reject) => {
    client.on('ready', () => resolve(hostKey))
    client.on('error', (error) => reject(toReadableError(error)))
    client.on('close', () => reject(new Error(closedEarly)))
    // Some servers ask for the password interactively.
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) =>
      finish(prompts.map(() => password)),
    )
    try {
      client.connect({
        ...address,
        username,
        ...(privateKey === undefined ? { password } : { privateKey, ...(password !== '' && { passphrase: password }) }),
        tryKeyboard: privateKey === undefined,
        readyTimeout: 0,
        hostVerifier: (key: Buffer) => {
          hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
          return true
        },
      })
    } catch (error) {
      reject(error instanceof Error ? toReadableError(error) : new Error(String(error)))
    }
  })
  return unlessAborted(ready, signal)
}

const answered = <Value>(ask: (done: (error: Error | undefined, value: Value) => void) => void): Promise<Value> =>
  new Promise((resolve, reject) => ask((error, value) => (error ? reject(error) : resolve(value))))

/** Security: host keys are not verified; callers show the host key with the result. */
export const withSsh = async <Found>(
  target: SshTarget,
  look: (connection: SshConnection) => Promise<Found>,
): Promise<Found> => {
  const ssh2 = await import('ssh2')
  const client = new ssh2.default.Client()
  try {
    const hostKey = await connected(client, target)
    const work = look({
      hostKey,
      run: (command) => answered((done) => client.exec(command, done)),
      sftp: () => answered((done) => client.sftp(done)),
    })
    const lost = new Promise<never>((_resolve, reject) => {
      client.on('close', () => reject(new Error(closedEarly)))
    })
    return await unlessAborted(Promise.race([work, lost]), target.signal)
  } finally {
    client.destroy()
  }
}
