import { open, stat, type FileHandle } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { describeFileError } from '#relay/backend/clients/run/describe-file-error.ts'
import type { LogContext, LogStream } from '#relay/backend/logs/log-source.ts'
import { parseLine } from './line-text.ts'

const [growingEveryMs, allEveryMs] = [50, 250]
const listEveryMs = 2_000
const filesMax = 100
const readMaxBytes = 2 * 1024 * 1024
const lineMaxBytes = 64 * 1024

interface Followed {
  readonly handle: FileHandle
  readonly inode: number
  at: number
  begun: Buffer
  lastTimestamp: string
  isReported: boolean
  isGrowing: boolean
}

const gained = async (path: string, file: Followed, onError: LogContext['onError']): Promise<readonly LogLine[]> => {
  const { size } = await file.handle.stat()
  if (size < file.at) {
    onError(`${path} was truncated. Reading it from the start.`)
    file.at = 0
    file.begun = Buffer.alloc(0)
  }
  if (size - file.at > readMaxBytes) {
    onError(`${path} grows too fast. Some lines were skipped.`)
    file.at = size - readMaxBytes
    file.begun = Buffer.alloc(0)
  }
  if (size === file.at) return []
  const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(size - file.at), 0, size - file.at, file.at)
  file.at += bytesRead
  const bytes = Buffer.concat([file.begun, buffer.subarray(0, bytesRead)])
  const end = bytes.lastIndexOf(0x0a) + 1
  file.begun = Buffer.from(bytes.subarray(Math.max(end, bytes.length - lineMaxBytes)))
  const all = bytes.subarray(0, end).toString('utf8').split(/\r?\n/)
  const texts = all.filter((text) => text !== '' && !text.includes('\0'))
  if (!file.isReported && all.some((text) => text.includes('\0'))) {
    file.isReported = true
    onError(`${path} has lines that are not text. They were skipped.`)
  }
  return texts.map((text) => {
    const line = parseLine(text.slice(0, lineMaxBytes))
    file.lastTimestamp = line.timestamp || file.lastTimestamp || new Date().toISOString()
    return { message: line.message, timestamp: file.lastTimestamp, labels: { ...line.labels, file: path } }
  })
}

const opened = async (path: string, left: ReadonlyMap<number, number>, isFirst: boolean): Promise<Followed> => {
  const handle = await open(path, 'r')
  const { ino, size } = await handle.stat()
  const known = left.get(ino) ?? 0
  const at = isFirst ? size : known <= size ? known : 0
  return { handle, inode: ino, at, begun: Buffer.alloc(0), lastTimestamp: '', isReported: false, isGrowing: false }
}

/**
 * Oldest first. A rotated file is read to its end before its successor; renamed files are recognized by inode and
 * not read again.
 */
export async function* followFiles(paths: () => AsyncIterable<string>, { signal, onError }: LogContext): LogStream {
  const followed = new Map<string, Followed>()
  const left = new Map<number, number>()
  const reportError = (path: string, error: unknown) =>
    onError(describeFileError(error, path) ?? `${path} cannot be followed.`)
  const openNew = async (isFirst: boolean) => {
    for await (const path of paths()) {
      if (followed.has(path)) continue
      if (followed.size >= filesMax) {
        if (isFirst) onError(`More than ${filesMax} files. The rest is not followed.`)
        return
      }
      try {
        followed.set(path, await opened(path, left, isFirst))
      } catch (error) {
        reportError(path, error)
      }
    }
  }
  const look = async (path: string, file: Followed): Promise<readonly LogLine[]> => {
    const lines = await gained(path, file, onError)
    const now = await stat(path).catch(() => undefined)
    if (now?.ino === file.inode) return lines
    await file.handle.close()
    followed.delete(path)
    left.set(file.inode, file.at)
    if (now === undefined) return lines
    const next = await opened(path, left, false)
    followed.set(path, next)
    return [...lines, ...(await gained(path, next, onError))]
  }
  try {
    await openNew(true)
    let listedAtMs = performance.now()
    let allLookedAtMs = -allEveryMs
    while (!signal.aborted) {
      const lines: LogLine[] = []
      const isTurnForAll = performance.now() - allLookedAtMs >= allEveryMs
      if (isTurnForAll) allLookedAtMs = performance.now()
      for (const [path, file] of followed) {
        if (!file.isGrowing && !isTurnForAll) continue
        try {
          const found = await look(path, file)
          file.isGrowing = found.length > 0
          lines.push(...found)
        } catch (error) {
          followed.delete(path)
          await file.handle.close().catch(() => undefined)
          reportError(path, error)
        }
      }
      yield lines
      await sleep(lines.length > 0 ? growingEveryMs : allEveryMs, undefined, { signal })
      if (performance.now() - listedAtMs < listEveryMs) continue
      await openNew(false)
      listedAtMs = performance.now()
    }
  } finally {
    await Promise.all([...followed.values()].map(({ handle }) => handle.close().catch(() => undefined)))
  }
}
