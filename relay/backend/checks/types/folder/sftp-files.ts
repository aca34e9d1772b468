import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { readLoginName, type ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { loadConnection } from '#relay/backend/clients/run/load-connection.ts'
import { withSsh } from '#relay/backend/clients/servers/ssh-connection.ts'
import { parseEndpoint } from '#relay/backend/clients/run/endpoint.ts'
import { filesMax, type FolderFile, type FolderListing } from './folder-files.ts'
import type { FolderSpec } from './folder-spec.ts'

const noSuchFile = 2
const permissionDenied = 3

type SignIn = NonNullable<FolderSpec['sftpConnection']>

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const ask = <Value>(send: (done: (error: Error | undefined, value: Value) => void) => void, path: string) =>
  new Promise<Value>((resolve, reject) =>
    send((error, value) => {
      if (error === undefined || error === null) resolve(value)
      else reject(hasCode(error, permissionDenied) ? new Error(`${path} cannot be read: permission denied`) : error)
    }),
  )

const readFolder = async (sftp: SFTPWrapper, path: string): Promise<readonly FileEntryWithStats[]> =>
  ask((done) => sftp.readdir(path, done), path)

const readStats = async (sftp: SFTPWrapper, path: string): Promise<Stats | undefined> => {
  try {
    return await ask<Stats>((done) => sftp.stat(path, done), path)
  } catch (error) {
    if (hasCode(error, noSuchFile)) return undefined
    throw error
  }
}

const toFile = (name: string, { size, mtime }: Stats): FolderFile => ({ name, size, modifiedMs: mtime * 1_000 })

const listFiles = async (
  sftp: SFTPWrapper,
  path: string,
  isRecursive: boolean,
  signal: AbortSignal,
): Promise<FolderListing> => {
  const self = await readStats(sftp, path)
  if (self === undefined) return { files: [], isCut: false, isMissing: true }
  if (!self.isDirectory()) return { files: [toFile(path, self)], isCut: false, isMissing: false }
  const files: FolderFile[] = []
  const folders = [path]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    signal.throwIfAborted()
    for (const { filename, attrs } of await readFolder(sftp, at)) {
      const full = posix.join(at, filename)
      if (filename === '.' || filename === '..') continue
      if (attrs.isDirectory()) {
        if (isRecursive) folders.push(full)
        continue
      }
      const found = attrs.isSymbolicLink() ? await readStats(sftp, full) : attrs
      if (found?.isFile() !== true) continue
      if (files.length >= filesMax) return { files, isCut: true, isMissing: false }
      files.push(toFile(posix.relative(path, full), found))
    }
  }
  return { files, isCut: false, isMissing: false }
}

const parseSftpPath = (path: string): { readonly host: string | undefined; readonly path: string } => {
  const [, host, rest = ''] = /^sftp:\/\/([^/]*)(.*)$/i.exec(path) ?? []
  return host === undefined ? { host, path } : { host: host || undefined, path: rest || '.' }
}

/** The host of the path overrides the one of the document, and this one the one of the connection. */
const resolveServer = async (path: string, signIn: SignIn, run: ClientRun) => {
  const { connection: reference, username, password } = signIn
  if (reference !== undefined && run.connection === undefined) throw new Error(`${reference} cannot be used here`)
  const connection = await loadConnection(reference, run)
  const own = parseSftpPath(path).host ?? signIn.host
  const endpoint = parseEndpoint(own ?? connection?.url ?? '', 'sftp')
  if (endpoint === undefined)
    throw new Error('SFTP needs a host: set sftpConnection.host, or a path such as sftp://host/folder')
  const namedPort = signIn.port ?? (own === undefined ? Number(connection?.properties['port'] || 0) : 0)
  return {
    host: endpoint.host,
    port: namedPort === 0 ? endpoint.port : namedPort,
    username: username === undefined ? (connection?.username ?? '') : await readLoginName(username, run),
    password: password === undefined ? (connection?.password ?? '') : await run.secret(password),
    ...(password === undefined && { privateKey: connection?.certificate }),
  }
}

export const listSftpFiles = async (
  path: string,
  isRecursive: boolean,
  signIn: SignIn,
  run: ClientRun,
): Promise<FolderListing & { readonly hostKey: string }> => {
  const server = await resolveServer(path, signIn, run)
  return withSsh({ ...server, signal: run.signal }, async (ssh) => ({
    ...(await listFiles(await ssh.sftp(), parseSftpPath(path).path, isRecursive, run.signal)),
    hostKey: ssh.hostKey,
  }))
}
