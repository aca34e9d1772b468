import { open, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { LogLine } from '#shared/logs/log-routes.ts'
import { fileTrouble } from '#relay/backend/clients/file-trouble.ts'
import { filesOf } from '#relay/backend/clients/files-of.ts'
import type { LogAnswer, LogContext, LogQuestion, LogSource } from '#relay/backend/logs/log-source.ts'
import { lettersMax, lettersOf, newestOf } from '#relay/backend/logs/newest-of.ts'
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
const untimedMax = 2_000

const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
    let [foundLetters, untimedLetters] = [0, 0]
    for await (const text of linesBackwards(file, signal)) {
      const line = lineOfText(text)
      const ofFile = { ...line, labels: { ...line.labels, file: path } }
      if (line.timestamp === '' && untimed.length < untimedMax && foundLetters + untimedLetters < lettersMax) {
        untimed.push(ofFile)
        untimedLetters += lettersOf(ofFile)
        continue
      }
      const group = [...untimed.map((each) => ({ ...each, timestamp: line.timestamp })), ofFile]
      untimed = []
      untimedLetters = 0
      const atMs = Date.parse(line.timestamp)
      if (atMs < question.fromMs) return found
      if (atMs > question.toMs) continue
      for (const each of group) {
        if (!has(each, question)) continue
        found.push(each)
        foundLetters += lettersOf(each)
        if (found.length >= question.limit || foundLetters >= lettersMax) return found
      }
    }
    return [...found, ...untimed.filter((line) => has(line, question))].slice(0, question.limit)
  } finally {
    await file.close()
  }
}

const read = async ({ path: patterns }: FileSpec, question: LogQuestion, context: LogContext): Promise<LogAnswer> => {
  const problems: string[] = []
  const seen = new Set<string>()
  let lines: readonly LogLine[] = []
  const told = async (path: string, work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      context.signal.throwIfAborted()
      problems.push(fileTrouble(error, path) ?? sentenceOf(error))
    }
  }
  const add = async (path: string) => {
    if (seen.has(path) || (await context.isHidden(path))) return
    seen.add(path)
    const { mtimeMs } = await stat(path)
    if (mtimeMs >= question.fromMs) lines = newestOf([lines, await readOne(path, question, context)], question.limit)
  }
  for (const pattern of patterns.map((each) => resolve(each))) {
    await told(pattern, async () => {
      for await (const path of filesOf(pattern)) {
        context.signal.throwIfAborted()
        if (seen.size >= filesMax) throw new Error(`There are more than ${filesMax} files; the rest was not read.`)
        await told(path, () => add(path))
      }
    })
  }
  return { lines, problems }
}

/**
 * Text files of this machine by their paths, in which `*` and `**` may stand, read from their ends: JSON lines are unfolded, and
 * lines without a time belong to the one before them. The console's own data and secrets are not among them.
 */
export const file: LogSource<FileSpec> = { key: 'file', spec, read }
