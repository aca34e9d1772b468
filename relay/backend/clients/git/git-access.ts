import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { EnvVar, SignIn } from '#relay/backend/clients/run/fields.ts'
import { resolveTarget } from '#relay/backend/clients/run/target.ts'
import { withoutLogin } from '#relay/backend/clients/run/url-login.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'
import { isOverSsh, parseSshRepository } from './ssh-repository.ts'

interface SshSignIn {
  readonly user: string
  readonly privateKey: string | undefined
  /** Of the key where there is one. */
  readonly password: string
  /** Undefined accepts any host. */
  readonly knownHosts: string | undefined
}

export interface GitAccess {
  /** Without a login. */
  readonly repository: string
  readonly authorization?: string | undefined
  readonly ssh?: SshSignIn | undefined
  readonly password: string | undefined
  readonly insecureTls: boolean
  /** Of the connection: the service that hosts the repository. */
  readonly type?: string | undefined
}

interface GitSignIn extends SignIn {
  readonly certificate?: EnvVar | undefined
}

/** `github.com/owner/name` and `git::https://…`, as other tools write them. */
export const toRepositoryUrl = (written: string): string => {
  const address = written.replace(/^git::/, '').replace(/^git\+ssh:/i, 'ssh:')
  return /^(?:github|gitlab)\.com\/|^bitbucket\.org\//.test(address) ? `https://${address}` : address
}
export const isRemoteRepository = (url: string): boolean => /^https?:\/\//i.test(url) || isOverSsh(url)

const toGitAuthorization = (username: string | undefined, password: string | undefined, run: ClientRun) => {
  if (password === undefined || password === '') return undefined
  const login = Buffer.from(`${username || 'git'}:${password}`).toString('base64')
  run.hide(login)
  return `Basic ${login}`
}

/** Text of other systems can have line ends and an end that ssh does not read. */
const toFileText = (text: string): string => `${text.replaceAll('\r\n', '\n').trim()}\n`

/** A form can have removed the line breaks. */
const findKnownHosts = (text: string): string | undefined =>
  text.match(/(?:@[\w-]+ +)?[^\s#@]\S* +(?:ssh|ecdsa|sk)-\S+ +[\w+/]+=*/g)?.join('\n')

const openSsh = async (spec: GitSignIn, repository: string, run: ClientRun): Promise<SshSignIn> => {
  const { endpoint, user } = parseSshRepository(repository)
  const target = await resolveTarget(spec, repository, run)
  const privateKey = spec.certificate === undefined ? target.certificate : await run.secret(spec.certificate)
  const { password = '', insecureTls, properties } = target
  if (privateKey === undefined && password === '')
    throw new Error('A repository over SSH needs a connection with a certificate, the private key, or a password')
  if (privateKey !== undefined) run.hide(privateKey)
  const knownHosts = findKnownHosts(properties['knownHosts'] ?? '')
  if (knownHosts === undefined && !insecureTls) {
    const port = endpoint.port === 22 ? '' : `-p ${endpoint.port} `
    throw new Error(
      `The host ${endpoint.host} is not known. Set knownHosts of the connection to the output of: ssh-keyscan ${port}${endpoint.host}`,
    )
  }
  return {
    user: user || target.username || 'git',
    privateKey,
    password,
    knownHosts,
  }
}

/** For a remote repository, or a folder of this machine. */
export const openGitAccess = async (spec: GitSignIn, url: string | undefined, run: ClientRun): Promise<GitAccess> => {
  const target = await resolveTarget(spec, url, run)
  const { insecureTls } = target
  const { type } = target.properties
  const address = toRepositoryUrl(target.url)
  if (isOverSsh(address)) {
    const ssh = await openSsh(spec, address, run)
    return { repository: address, ssh, password: target.password, insecureTls, type }
  }
  if (!isRemoteRepository(address)) return { repository: address, password: undefined, insecureTls }
  const { url: repository, login } = withoutLogin(address)
  const username = target.username ?? login?.username
  const password = target.password ?? login?.password
  return { repository, authorization: toGitAuthorization(username, password, run), password, insecureTls, type }
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const sshCommand = (folder: string, { user, privateKey, password, knownHosts }: SshSignIn): string => {
  const options = [
    `User=${user}`,
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'ForwardAgent=no',
    'GlobalKnownHostsFile=/dev/null',
    `UserKnownHostsFile=${knownHosts === undefined ? '/dev/null' : join(folder, 'known_hosts')}`,
    `StrictHostKeyChecking=${knownHosts === undefined ? 'no' : 'yes'}`,
    'UpdateHostKeys=no',
    'LogLevel=ERROR',
    'NumberOfPasswordPrompts=1',
    `BatchMode=${password === '' ? 'yes' : 'no'}`,
    ...(privateKey === undefined
      ? ['PubkeyAuthentication=no', 'PreferredAuthentications=password,keyboard-interactive']
      : ['PreferredAuthentications=publickey', `IdentityFile=${join(folder, 'key')}`]),
  ]
  return ['ssh', '-F', 'none', ...options.flatMap((option) => ['-o', quote(option)])].join(' ')
}

const writeSshFiles = async (folder: string, { privateKey, password, knownHosts }: SshSignIn): Promise<void> => {
  const { uid, gid } = await stat(folder)
  const write = async (name: string, content: string, mode: number) => {
    await writeFile(join(folder, name), content, { mode })
    await chmod(join(folder, name), mode)
    // ssh rejects a key that another user owns; git may run as another user than the relay.
    if (uid !== process.getuid?.()) await chown(join(folder, name), uid, gid)
  }
  if (privateKey !== undefined) await write('key', toFileText(privateKey), 0o600)
  if (knownHosts !== undefined) await write('known_hosts', toFileText(knownHosts), 0o600)
  if (password === '') return
  await write('password', `${password}\n`, 0o600)
  await write('askpass', `#!/bin/sh\nexec cat ${quote(join(folder, 'password'))}\n`, 0o700)
}

interface SignedIn {
  readonly env: Readonly<Record<string, string>>
  /** Of the files that the variables name. */
  readonly folder: string | undefined
}

/** Security: arguments are visible to other users of the machine, variables are not. Files are removed after the work. */
export const withGitSignIn = async <T>(
  access: GitAccess | undefined,
  sandbox: Sandbox | undefined,
  work: (signedIn: SignedIn) => Promise<T>,
): Promise<T> => {
  if (access?.authorization !== undefined) {
    const [name, value] = ['http.extraHeader', `Authorization: ${access.authorization}`]
    const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: name, GIT_CONFIG_VALUE_0: value }
    return work({ env, folder: undefined })
  }
  const ssh = access?.ssh
  if (ssh === undefined) return work({ env: {}, folder: undefined })
  return withTemporaryFolder(sandbox, async (folder) => {
    await writeSshFiles(folder, ssh)
    const env = {
      GIT_ALLOW_PROTOCOL: 'ssh',
      GIT_SSH_COMMAND: sshCommand(folder, ssh),
      GIT_SSH_VARIANT: 'ssh',
      ...(ssh.password !== '' && { SSH_ASKPASS: join(folder, 'askpass'), SSH_ASKPASS_REQUIRE: 'force' }),
    }
    return work({ env, folder })
  })
}
