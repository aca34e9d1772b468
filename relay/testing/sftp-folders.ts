import ssh2, { type Connection, type FileEntry, type SFTPWrapper } from 'ssh2'

const { STATUS_CODE } = ssh2.utils.sftp

interface SftpFile {
  readonly size: number
  readonly modifiedMs: number
}
/** Undefined is a folder, `link` a symbolic link to the file `target.txt` of its folder. */
type Entry = SftpFile | 'link' | undefined

export type SftpFolders = Readonly<Record<string, Readonly<Record<string, Entry>> | 'denied' | 'hang' | 'drop'>>

const folderMode = 0o040755
const fileMode = 0o100644
const linkMode = 0o120777
const target: SftpFile = { size: 5, modifiedMs: 0 }

const toAttrs = (entry: Entry) => {
  const mode = entry === undefined ? folderMode : entry === 'link' ? linkMode : fileMode
  const { size, modifiedMs } = entry === undefined || entry === 'link' ? { size: 0, modifiedMs: 0 } : entry
  return { mode, uid: 0, gid: 0, size, atime: 0, mtime: Math.floor(modifiedMs / 1_000) }
}

const toEntry = (filename: string, entry: Entry): FileEntry => ({ filename, longname: filename, attrs: toAttrs(entry) })

const findEntry = (folders: SftpFolders, path: string): { readonly entry: Entry } | undefined => {
  if (Object.hasOwn(folders, path)) return { entry: undefined }
  const slash = path.lastIndexOf('/')
  const folder = folders[path.slice(0, slash)]
  const name = path.slice(slash + 1)
  return typeof folder === 'object' && Object.hasOwn(folder, name) ? { entry: folder[name] } : undefined
}

export const serveFolders =
  (folders: SftpFolders) =>
  (sftp: SFTPWrapper, client: Connection): void => {
    const unread = new Map<string, readonly FileEntry[]>()
    sftp.on('STAT', (id: number, path: string) => {
      const found = findEntry(folders, path)
      if (found === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      return sftp.attrs(id, toAttrs(found.entry === 'link' ? target : found.entry))
    })
    sftp.on('OPENDIR', (id: number, path: string) => {
      const folder = folders[path]
      if (folder === 'hang') return undefined
      if (folder === 'drop') return client.end()
      if (folder === 'denied') return sftp.status(id, STATUS_CODE.PERMISSION_DENIED)
      if (folder === undefined) return sftp.status(id, STATUS_CODE.NO_SUCH_FILE)
      const entries = Object.entries(folder).map(([name, entry]) => toEntry(name, entry))
      unread.set(path, [toEntry('.', undefined), toEntry('..', undefined), ...entries])
      return sftp.handle(id, Buffer.from(path))
    })
    sftp.on('READDIR', (id: number, handle: Buffer) => {
      const path = handle.toString()
      const entries = unread.get(path)
      unread.delete(path)
      if (entries === undefined) sftp.status(id, STATUS_CODE.EOF)
      else sftp.name(id, [...entries])
    })
    sftp.on('CLOSE', (id: number) => sftp.status(id, STATUS_CODE.OK))
  }
