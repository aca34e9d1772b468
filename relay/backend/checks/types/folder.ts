import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeFileError } from '#relay/backend/clients/describe-file-error.ts'
import { z } from 'zod'
import { parseDuration } from '#shared/primitives/duration.ts'
import type { CheckResult } from '#relay/backend/checks/check-type.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { humanizeBytes, parseSize } from '#relay/backend/templates/functions/number-functions.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { matchingTexts } from '#relay/backend/templates/template.ts'
import { defineCheckType } from './define-check-type.ts'
import { count } from './fields.ts'
import { listFolderFiles, type FolderFile, type FolderListing } from './folder-files.ts'
import { parseMoment } from '#relay/backend/parse-moment.ts'

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
        .transform((text, context) => {
          const since = text.replace(/^now-/, '')
          if (parseMoment(since, Date.now()) !== undefined) return since
          context.addIssue({
            code: 'custom',
            message: `must be an age such as 12h, or a date, got ${JSON.stringify(text)}`,
          })
          return z.NEVER
        })
        .optional(),
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

interface DiskSpace {
  readonly available: number
  readonly total: number
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
    try {
      const listed = await listFolderFiles(path, spec.recursive === true, signal)
      const room = await readDiskSpace(listed.folder)
      return judged(spec, path, { ...listed, files: await wanted(listed.files, spec, signal) }, room)
    } catch (error) {
      const message = describeFileError(error, path)
      if (message === undefined) throw error
      return { pass: false, message }
    }
  },
})

/** A missing folder has the space of its closest existing parent. */
const readDiskSpace = async (path: string): Promise<DiskSpace> => {
  try {
    const { bavail, blocks, bsize } = await statfs(path)
    return { available: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    if (dirname(path) === path) throw error
    return readDiskSpace(dirname(path))
  }
}

const wanted = async (files: readonly FolderFile[], spec: FolderSpec, signal: AbortSignal): Promise<FolderFile[]> => {
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

const isWanted = ({ size, modifiedMs }: FolderFile, { filter }: FolderSpec): boolean => {
  if (filter === undefined) return true
  const ageMs = Date.now() - modifiedMs
  return (
    (filter.minAge === undefined || ageMs >= filter.minAge) &&
    (filter.maxAge === undefined || ageMs <= filter.maxAge) &&
    (filter.minSize === undefined || size >= filter.minSize) &&
    (filter.maxSize === undefined || size <= filter.maxSize) &&
    (filter.since === undefined || modifiedMs >= (parseMoment(filter.since, Date.now()) ?? 0))
  )
}

const shown = (file: FolderFile | undefined) =>
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
  { files, isCut, isMissing }: FolderListing,
  room: DiskSpace,
): CheckResult => {
  const byAge = files.toSorted((a, b) => b.modifiedMs - a.modifiedMs)
  const bySize = files.toSorted((a, b) => a.size - b.size)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const failure = findFailure(spec, byAge, bySize, size, room)
  const summary = `${path} contains ${fileCount(files.length)}, ${humanizeBytes(size)}${isCut ? ' (first files only)' : ''}`
  const isUnexpectedlyMissing = isMissing && spec.minCount !== 0 && spec.maxCount !== 0
  return {
    pass: failure === undefined && !isUnexpectedlyMissing,
    message: isUnexpectedlyMissing
      ? `${path} does not exist.`
      : failure === undefined
        ? summary
        : `${path}: ${failure}.`,
    ...(isUnexpectedlyMissing && failure === undefined ? { messageIfTestPasses: summary } : {}),
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

const getAgeMs = (file: FolderFile): number => Date.now() - file.modifiedMs

const findFailure = (
  spec: FolderSpec,
  byAge: readonly FolderFile[],
  bySize: readonly FolderFile[],
  size: number,
  room: DiskSpace,
): string | undefined => {
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
