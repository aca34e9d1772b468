import { opendir, stat, statfs } from 'node:fs/promises'
import { describeFileError } from '#relay/backend/clients/describe-file-error.ts'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { CheckResult } from '#relay/backend/checks/check-type.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { humanizeBytes, parseSize } from '#relay/backend/templates/functions/number-functions.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { matchingTexts } from '#relay/backend/templates/template.ts'
import { defineCheckType } from './define-check-type.ts'
import { count } from './fields.ts'

const filesMax = 100_000
const listedMax = 100

const read = <T>(expected: string, parse: (text: string) => T | null | undefined) =>
  z.union([z.string(), z.number()]).transform((value, context): T => {
    const parsed = parse(String(value))
    if (parsed !== undefined && parsed !== null) return parsed
    context.addIssue({ code: 'custom', message: `must be ${expected}, got ${JSON.stringify(value)}` })
    return z.NEVER
  })
const size = read('a size such as 10Mi or 500kb', parseSize)
const age = read('an age such as 90s, 12h or 7d', parseDuration)
const remote = z
  .unknown()
  .optional()
  .refine((value) => value === undefined || value === null, 'is not supported: only local folders can be checked')

const spec = z.strictObject({
  path: z
    .string()
    .min(1)
    .refine(
      (path) => !/^(s3|gcs|gs|smb|sftp):|^\\\\/.test(path),
      'names a remote folder; only local ones can be checked here',
    ),
  recursive: z.boolean().optional(),
  filter: z
    .strictObject({
      minAge: age.optional(),
      maxAge: age.optional(),
      minSize: size.optional(),
      maxSize: size.optional(),
      regex: z.string().optional(),
      since: z
        .string()
        .optional()
        .refine((value) => value === undefined, 'is not available here; use maxAge'),
    })
    .optional(),
  minAge: age.optional(),
  maxAge: age.optional(),
  minCount: count.optional(),
  maxCount: count.optional(),
  minSize: size.optional(),
  maxSize: size.optional(),
  availableSize: size.optional(),
  totalSize: size.optional(),
  awsConnection: remote,
  gcpConnection: remote,
  smbConnection: remote,
  sftpConnection: remote,
})
type FolderSpec = z.infer<typeof spec>

interface File {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

export const folder = defineCheckType<FolderSpec>({
  key: 'folder',
  spec,
  formatEndpoint: ({ path }) => path,
  listExpressions: ({ filter }) =>
    filter?.regex === undefined
      ? []
      : [{ path: ['filter', 'regex'], expression: { language: 'pattern', source: filter.regex } }],
  run: async (spec, { signal }) => {
    const path = spec.path.replace(/^file:\/\//, '')
    let all: { files: File[]; cut: boolean }
    let room: { available: number; total: number }
    try {
      all = await filesIn(path, spec.recursive === true, signal)
      room = await readDiskSpace(path)
    } catch (error) {
      const message = describeFileError(error, path)
      if (message === undefined) throw error
      return { pass: false, message }
    }
    return judged(spec, path, await wanted(all.files, spec, signal), all.cut, room)
  },
})

const filesIn = async (
  path: string,
  recursive: boolean,
  signal: AbortSignal,
): Promise<{ files: File[]; cut: boolean }> => {
  const self = await stat(path)
  if (!self.isDirectory()) return { files: [{ name: path, size: self.size, modifiedMs: self.mtimeMs }], cut: false }
  const files: File[] = []
  const folders = [path]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for await (const entry of await opendir(at)) {
      signal.throwIfAborted()
      const full = join(at, entry.name)
      if (entry.isDirectory()) {
        if (recursive) folders.push(full)
        continue
      }
      const found = await stat(full).catch(() => undefined)
      if (found?.isFile() !== true) continue
      if (files.length >= filesMax) return { files, cut: true }
      files.push({ name: relative(path, full), size: found.size, modifiedMs: found.mtimeMs })
    }
  }
  return { files, cut: false }
}

const readDiskSpace = async (path: string): Promise<{ available: number; total: number }> => {
  const { bavail, blocks, bsize } = await statfs(path)
  return { available: bavail * bsize, total: blocks * bsize }
}

const wanted = async (files: readonly File[], spec: FolderSpec, signal: AbortSignal): Promise<File[]> => {
  const right = files.filter((file) => isWanted(file, spec))
  const pattern = spec.filter?.regex
  if (pattern === undefined) return right
  const isNamed = await matchingTexts(
    pattern,
    right.map(({ name }) => name),
    { signal },
  )
  return right.filter((_, index) => isNamed[index])
}

const isWanted = ({ size, modifiedMs }: File, { filter }: FolderSpec): boolean => {
  if (filter === undefined) return true
  const ageMs = Date.now() - modifiedMs
  return (
    (filter.minAge === undefined || ageMs >= filter.minAge) &&
    (filter.maxAge === undefined || ageMs <= filter.maxAge) &&
    (filter.minSize === undefined || size >= filter.minSize) &&
    (filter.maxSize === undefined || size <= filter.maxSize)
  )
}

const shown = (file: File | undefined) =>
  file === undefined
    ? null
    : {
        name: file.name,
        size: file.size,
        modified: new Date(file.modifiedMs).toISOString(),
        age: new Duration(Date.now() - file.modifiedMs),
      }

const judged = (
  spec: FolderSpec,
  path: string,
  files: readonly File[],
  cut: boolean,
  room: { available: number; total: number },
): CheckResult => {
  const byAge = files.toSorted((a, b) => b.modifiedMs - a.modifiedMs)
  const bySize = files.toSorted((a, b) => a.size - b.size)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const failure = findFailure(spec, byAge, bySize, size, room)
  return {
    pass: failure === undefined,
    message:
      failure === undefined
        ? `${path} contains ${fileCount(files.length)}, ${humanizeBytes(size)}${cut ? ' (first files only)' : ''}`
        : `${path}: ${failure}.`,
    details: {
      files: byAge.slice(0, listedMax).map(shown),
      count: files.length,
      size,
      newest: shown(byAge[0]),
      oldest: shown(byAge.at(-1)),
      smallest: shown(bySize[0]),
      largest: shown(bySize.at(-1)),
      availableSize: room.available,
      totalSize: room.total,
    },
  }
}

const fileCount = (number: number): string => `${number} file${number === 1 ? '' : 's'}`

const findFailure = (
  spec: FolderSpec,
  byAge: readonly File[],
  bySize: readonly File[],
  size: number,
  room: { available: number; total: number },
): string | undefined => {
  const getAgeMs = (file: File): number => Date.now() - file.modifiedMs
  const [newest, oldest, smallest, largest] = [byAge[0], byAge.at(-1), bySize[0], bySize.at(-1)]
  if (spec.minCount !== undefined && byAge.length < spec.minCount)
    return `expected at least ${fileCount(spec.minCount)}, found ${byAge.length}`
  if (spec.maxCount !== undefined && byAge.length > spec.maxCount)
    return `expected at most ${fileCount(spec.maxCount)}, found ${byAge.length}`
  if (spec.maxAge !== undefined && oldest !== undefined && getAgeMs(oldest) > spec.maxAge) {
    return `expected no file older than ${humanizeDuration(spec.maxAge)}, but ${oldest.name} is ${humanizeDuration(getAgeMs(oldest))} old`
  }
  if (spec.minAge !== undefined && newest !== undefined && getAgeMs(newest) < spec.minAge) {
    return `expected no file younger than ${humanizeDuration(spec.minAge)}, but ${newest.name} is ${humanizeDuration(getAgeMs(newest))} old`
  }
  if (spec.minSize !== undefined && smallest !== undefined && smallest.size < spec.minSize) {
    return `expected no file smaller than ${humanizeBytes(spec.minSize)}, but ${smallest.name} has ${humanizeBytes(smallest.size)}`
  }
  if (spec.maxSize !== undefined && largest !== undefined && largest.size > spec.maxSize) {
    return `expected no file larger than ${humanizeBytes(spec.maxSize)}, but ${largest.name} has ${humanizeBytes(largest.size)}`
  }
  if (spec.totalSize !== undefined && size > spec.totalSize) {
    return `expected at most ${humanizeBytes(spec.totalSize)} in total, found ${humanizeBytes(size)}`
  }
  if (spec.availableSize !== undefined && room.available < spec.availableSize) {
    return `expected at least ${humanizeBytes(spec.availableSize)} of free disk space, found ${humanizeBytes(room.available)}`
  }
  return undefined
}
