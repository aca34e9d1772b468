import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { describeFileError } from '#relay/backend/clients/run/describe-file-error.ts'
import { listFiles } from '#relay/backend/clients/run/list-files.ts'
import type { LogContext, LogFilter, LogSource, LogStream } from '#relay/backend/logs/log-source.ts'
import { charactersMax, countCharacters } from '#relay/backend/logs/merge-newest.ts'
import { followFiles } from './follow-files.ts'
import { matchesText } from './line-matches.ts'
import { parseLine, canContain } from './line-text.ts'
import { linesBackwards } from './lines-backwards.ts'

const path = z.string().min(1)
const spec = z.strictObject({
  path: z.union([path.transform((one) => [one]), z.array(path).min(1)]),
})
type FileSpec = z.infer<typeof spec>

const filesMax = 1_000
const firstBytes = 4_096
const untimedMax = 2_000
const batchLines = 500
const batchCharacters = 1_000_000
const passedMax = 32

async function* readStream(path: string, filter: LogFilter, { signal }: LogContext): LogStream {
  const file = await open(path, 'r')
  const matches = matchesText(filter)
  const search = filter.pattern === undefined ? filter.text.toLowerCase() : ''
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0)
    if (buffer.subarray(0, bytesRead).includes(0)) throw new Error(`${path} is not a text file.`)
    let batch: LogLine[] = []
    let untimed: LogLine[] = []
    let [characters, untimedCharacters, passed] = [0, 0, 0]
    // While lines without a time wait, the next line must be parsed even if it does not match.
    const isPassedOver = (lines: string) => untimed.length === 0 && !canContain(lines, search)
    for await (const text of linesBackwards(file, signal, isPassedOver)) {
      if (untimed.length === 0 && !canContain(text, search) && (passed = (passed + 1) % passedMax) !== 0) continue
      const line = parseLine(text)
      const ofFile = { ...line, labels: { ...line.labels, file: path } }
      if (line.timestamp === '' && untimed.length < untimedMax && characters + untimedCharacters < charactersMax) {
        untimed.push(ofFile)
        untimedCharacters += countCharacters(ofFile)
        continue
      }
      const group = [...untimed.map((each) => ({ ...each, timestamp: line.timestamp })), ofFile]
      untimed = []
      untimedCharacters = 0
      const atMs = Date.parse(line.timestamp)
      if (atMs < filter.fromMs) break
      if (atMs > filter.toMs) continue
      const wanted = group.filter(matches)
      batch.push(...wanted)
      characters += wanted.reduce((sum, each) => sum + countCharacters(each), 0)
      if (batch.length < batchLines && characters < batchCharacters) continue
      yield batch
      batch = []
      characters = 0
    }
    yield [...batch, ...untimed.filter(matches)]
  } finally {
    await file.close()
  }
}

async function* readableFiles({ path: patterns }: FileSpec, { signal, isHidden, onError }: LogContext) {
  const seen = new Set<string>()
  for (const pattern of patterns.map((each) => resolve(each))) {
    try {
      for await (const path of listFiles(pattern)) {
        signal.throwIfAborted()
        if (seen.size >= filesMax) throw new Error(`More than ${filesMax} files. The rest was not read.`)
        if (seen.has(path) || (await isHidden(path))) continue
        seen.add(path)
        yield path
      }
    } catch (error) {
      signal.throwIfAborted()
      onError(describeFileError(error, pattern) ?? toErrorMessage(error))
    }
  }
}

async function* withErrorReport(path: string, stream: LogStream, { signal, onError }: LogContext): LogStream {
  try {
    yield* stream
  } catch (error) {
    signal.throwIfAborted()
    onError(describeFileError(error, path) ?? toErrorMessage(error))
  }
}

export async function* readFileStreams(
  paths: AsyncIterable<string>,
  filter: LogFilter,
  context: LogContext,
): AsyncGenerator<LogStream> {
  for await (const path of paths) {
    const changed = await stat(path).catch(() => undefined)
    if ((changed?.mtimeMs ?? Infinity) >= filter.fromMs)
      yield withErrorReport(path, readStream(path, filter, context), context)
  }
}

export async function* followedFiles(
  paths: () => AsyncIterable<string>,
  filter: LogFilter,
  context: LogContext,
): LogStream {
  const matches = matchesText(filter)
  for await (const batch of followFiles(paths, context)) yield batch.filter(matches)
}

const streams = (spec: FileSpec, filter: LogFilter, context: LogContext): AsyncIterable<LogStream> =>
  readFileStreams(readableFiles(spec, context), filter, context)

const follow = (spec: FileSpec, filter: LogFilter, context: LogContext): LogStream =>
  followedFiles(() => readableFiles(spec, context), filter, context)

/** Paths may contain `*` and `**`. Security: the console's own data and secrets are never read. */
export const file: LogSource<FileSpec> = { key: 'file', spec, streams, follow }
