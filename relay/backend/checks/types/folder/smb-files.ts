import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatExit } from '#relay/backend/checks/types/programs/program-error.ts'
import { readLoginName, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { runProgram } from '#relay/backend/process/run-program.ts'
import { filesMax, type FolderFile, type FolderListing } from './folder-files.ts'
import type { FolderSpec } from './folder-spec.ts'

type SignIn = NonNullable<FolderSpec['smbConnection']>

const outputMax = 32 * 1024 * 1024

interface Share {
  readonly service: string
  readonly folder: string
}

const splitPath = (path: string): readonly string[] => path.split(/[\\/]+/).filter((name) => name !== '')

/** `smb://host/share/folder` or `\\host\share\folder`. */
const parseShare = (path: string, { sharename, share: published, searchPath }: SignIn): Share => {
  const [host = '', named = '', ...folder] = splitPath(path.replace(/^smb:/i, ''))
  const share = sharename ?? published ?? named
  if (share === '' || !/^[\w.:-]+$/.test(host))
    throw new Error(`Expected a path such as smb://host/share/folder, got ${path}`)
  return {
    service: `//${host}/${share}`,
    folder: (searchPath === undefined ? folder : splitPath(searchPath)).join('\\'),
  }
}

/** A line of a file of smbclient has one value; a line break would add a field. */
const formatLogin = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${value.replaceAll(/[\r\n]/g, '')}\n`)
    .join('')

const resolveLogin = async (
  { connection: reference, username: user, password: passwordSource, domain }: SignIn,
  run: ClientRun,
) => {
  if (reference !== undefined && run.connection === undefined) throw new Error(`${reference} cannot be used here`)
  const connection = await loadConnection(reference, run)
  const username = user === undefined ? (connection?.username ?? '') : await readLoginName(user, run)
  const password = passwordSource === undefined ? (connection?.password ?? '') : await run.secret(passwordSource)
  return {
    isGuest: username === '',
    file: formatLogin({ username, password, domain: domain ?? connection?.properties['domain'] ?? '' }),
  }
}

const folderLine = /^\\/
const fileLine = /^ {2}(.+?) +([A-Z]*) +(\d+) {2}(\w{3} \w{3} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

const parseListing = (output: string, folder: string): FolderListing => {
  const files: FolderFile[] = []
  let at = ''
  for (const line of output.split('\n')) {
    if (folderLine.test(line)) at = line.slice(1)
    const [whole, name = '', attributes = '', size = '', time = ''] = fileLine.exec(line) ?? []
    if (whole === undefined || attributes.includes('D') || attributes.includes('V')) continue
    if (files.length >= filesMax) return { files, isCut: true, isMissing: false }
    const full = [at, name].filter((part) => part !== '').join('\\')
    const inside = folder !== '' && full.startsWith(`${folder}\\`) ? full.slice(folder.length + 1) : full
    files.push({ name: inside.replaceAll('\\', '/'), size: Number(size), modifiedMs: Date.parse(`${time} UTC`) })
  }
  return { files, isCut: false, isMissing: false }
}

const messages: readonly (readonly [RegExp, string])[] = [
  [/NT_STATUS_LOGON_FAILURE/, 'Authentication failed: wrong user name or password'],
  [/NT_STATUS_ACCESS_DENIED/, 'Permission denied by the server'],
  [/NT_STATUS_BAD_NETWORK_NAME/, 'The server has no such share'],
  [/NT_STATUS_CONNECTION_REFUSED/, 'Connection refused'],
  [/NT_STATUS_IO_TIMEOUT/, 'No response from the server'],
  [
    /NT_STATUS_(?:CONNECTION_DISCONNECTED|INVALID_NETWORK_RESPONSE|CONNECTION_RESET)/,
    'The server closed the connection',
  ],
  [/NT_STATUS_(?:NOT_FOUND|UNSUCCESSFUL)/, 'The server was not found'],
]

/** Through smbclient: its commands can start a shell, so the folder is an argument and never part of a command. */
export const listSmbFiles = async (
  path: string,
  isRecursive: boolean,
  signIn: SignIn,
  run: ClientRun,
): Promise<FolderListing> => {
  const { service, folder } = parseShare(path, signIn)
  const login = await resolveLogin(signIn, run)
  const place = await mkdtemp(join(tmpdir(), 'smb-'))
  try {
    const loginFile = join(place, 'login')
    await writeFile(loginFile, login.file, { mode: 0o600 })
    const result = await runProgram(
      'smbclient',
      [
        service,
        ...(login.isGuest ? ['--no-pass'] : ['--authentication-file', loginFile]),
        ...(signIn.port === undefined ? [] : ['--port', String(signIn.port)]),
        ...(folder === '' ? [] : ['--directory', folder]),
        '--command',
        isRecursive ? 'recurse ON; ls' : 'ls',
      ],
      {
        requiredBy: 'a folder check of an SMB share (or mount the share, and set path to its mount point)',
        env: { TZ: 'UTC', LC_ALL: 'C.UTF-8', HOME: place },
        outputMax,
        signal: run.signal,
        sandbox: run.sandbox,
      },
    )
    const output = `${result.stdout}\n${result.stderr}`
    if (/NT_STATUS_(?:OBJECT_NAME_NOT_FOUND|OBJECT_PATH_NOT_FOUND|NO_SUCH_FILE|NOT_A_DIRECTORY)/.test(output))
      return { files: [], isCut: false, isMissing: true }
    const message = messages.find(([pattern]) => pattern.test(output))?.[1]
    if (message !== undefined) throw new Error(message)
    if (result.exitCode !== 0) throw new Error(formatExit('smbclient', result))
    const listing = parseListing(result.stdout, folder)
    return { ...listing, isCut: listing.isCut || result.isCut }
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
