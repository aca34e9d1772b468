import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { filesOf } from '#relay/backend/clients/files-of.ts'
import type { LogAnswer, LogContext, LogQuestion, LogSource } from '#relay/backend/logs/log-source.ts'
import { newestOf } from '#relay/backend/logs/newest-of.ts'
import { lineOfText } from './line-text.ts'
import { linesBackwards } from './lines-backwards.ts'

const spec = z.strictObject({
  path: z.union([
    z
      .string()
      .min(1)
      .transform((one) => [one]),
    z.array(z.string().min(1)).min(1),
  ]),
})
type FileSpec = z.infer<typeof spec>

const filesMax = 1_000
const firstBytes = 4_096
/** A stack trace rarely has more lines, and lines without a time wait for the one that they belong to. */
const heldMax = 2_000

const has = (line: LogLine, { labels, text }: LogQuestion): boolean =>
  line.message.toLowerCase().includes(text.toLowerCase()) &&
  Object.entries(labels).every(([name, value]) => line.labels[name] === value)

/** The lines of one file that are wanted, newest first; a line without a time has that of the line before it. */
const readOne = async (path: string, question: LogQuestion, { signal }: LogContext): Promise<readonly LogLine[]> => {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0)
    if (buffer.subarray(0, bytesRead).includes(0)) throw new Error(`${path} is no text.`)
    const found: LogLine[] = []
    let untimed: LogLine[] = []
    for await (const text of linesBackwards(file, signal)) {
      const line = lineOfText(text)
      const ofFile = { ...line, labels: { ...line.labels, file: path } }
      if (line.timestamp === '' && untimed.length < heldMax) {
        untimed.push(ofFile)
        continue
      }
      const group = [...untimed.map((held) => ({ ...held, timestamp: line.timestamp })), ofFile]
      untimed = []
      const atMs = Date.parse(line.timestamp)
      if (atMs < question.fromMs) return found
      if (atMs > question.toMs) continue
      for (const each of group) if (found.length < question.limit && has(each, question)) found.push(each)
      if (found.length >= question.limit) return found
    }
    return [...found, ...untimed.filter((line) => has(line, question))].slice(0, question.limit)
  } finally {
    await file.close()
  }
}

const read = async ({ path: patterns }: FileSpec, question: LogQuestion, context: LogContext): Promise<LogAnswer> => {
  const problems: string[] = []
  const answers: (readonly LogLine[])[] = []
  const seen = new Set<string>()
  for (const pattern of patterns.map((each) => resolve(each))) {
    for await (const path of filesOf(pattern)) {
      context.signal.throwIfAborted()
      if (seen.has(path) || (await context.isHidden(path))) continue
      seen.add(path)
      if (seen.size > filesMax) {
        problems.push(`There are more than ${filesMax} files; the rest was not read.`)
        return { lines: newestOf(answers, question.limit), problems }
      }
      const { mtimeMs } = await stat(path)
      if (mtimeMs < question.fromMs) continue
      try {
        answers.push(await readOne(path, question, context))
      } catch (error) {
        context.signal.throwIfAborted()
        problems.push(error instanceof Error ? error.message : `${path} cannot be read.`)
      }
    }
  }
  return { lines: newestOf(answers, question.limit), problems }
}

/**
 * Text files of this machine by their paths, in which `*` and `**` may stand, read from their ends: JSON lines are unfolded, and
 * lines without a time belong to the one before them. The console's own data and secrets are not among them.
 */
export const file: LogSource<FileSpec> = { key: 'file', spec, read }
