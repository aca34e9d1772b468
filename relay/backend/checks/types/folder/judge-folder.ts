import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { humanizeBytes } from '#relay/backend/templates/functions/number-functions.ts'
import { humanizeDuration } from '#relay/backend/templates/functions/time-functions.ts'
import { filesMax, type FolderFile, type FolderListing } from './folder-files.ts'
import type { FolderSpec } from './folder-spec.ts'
import { formatQuantity } from '#relay/backend/checks/types/format-quantity.ts'

const listedMax = 10_000

export interface DiskSpace {
  readonly available: number
  readonly total: number
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

export const judgeFolder = (
  spec: FolderSpec,
  path: string,
  { files, isCut, isMissing }: FolderListing,
  room: DiskSpace | undefined,
): CheckResult => {
  const byAge = files.toSorted((a, b) => b.modifiedMs - a.modifiedMs)
  const bySize = files.toSorted((a, b) => a.size - b.size)
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const failure = findFailure(spec, { byAge, bySize, size, room }) ?? (isCut ? findUnprovenLimit(spec) : undefined)
  const summary = `${path} contains ${formatQuantity(files.length, 'file')}, ${humanizeBytes(size)}${isCut ? ' (first files only)' : ''}`
  const isUnexpectedlyMissing = isMissing && spec.minCount !== 0 && spec.maxCount !== 0
  return {
    pass: failure === undefined && !isUnexpectedlyMissing,
    message: isUnexpectedlyMissing
      ? `${path} does not exist.`
      : failure === undefined
        ? summary
        : `${path}: ${failure}.`,
    ...(isUnexpectedlyMissing && failure === undefined ? { messageIfTestPasses: summary } : {}),
    ...(isCut || files.length > listedMax
      ? { incomplete: { files: `only ${Math.min(files.length, listedMax)} of the files were read` } }
      : {}),
    details: {
      files: byAge.slice(0, listedMax).map(shown),
      count: files.length,
      size,
      newest: shown(byAge[0]),
      oldest: shown(byAge.at(-1)),
      smallest: shown(bySize[0]),
      largest: shown(bySize.at(-1)),
      availableSize: room?.available ?? null,
      totalSize: room?.total ?? null,
    },
  }
}

const getAgeMs = (file: FolderFile): number => Date.now() - file.modifiedMs

/** Files beyond the first ones may break these limits. */
const findUnprovenLimit = (spec: FolderSpec): string | undefined => {
  const limit = (['maxCount', 'maxAge', 'minAge', 'minSize', 'maxSize', 'totalSize'] as const).find(
    (field) => spec[field] !== undefined,
  )
  return limit === undefined ? undefined : `has too many files for ${limit}: only ${filesMax} are read`
}

interface Measured {
  readonly byAge: readonly FolderFile[]
  readonly bySize: readonly FolderFile[]
  readonly size: number
  readonly room: DiskSpace | undefined
}

const findFailure = (spec: FolderSpec, { byAge, bySize, size, room }: Measured): string | undefined => {
  const [newest, oldest, smallest, largest] = [byAge[0], byAge.at(-1), bySize[0], bySize.at(-1)]
  if (spec.minCount !== undefined && byAge.length < spec.minCount)
    return `expected at least ${formatQuantity(spec.minCount, 'file')}, found ${byAge.length}`
  if (spec.maxCount !== undefined && byAge.length > spec.maxCount)
    return `expected at most ${formatQuantity(spec.maxCount, 'file')}, found ${byAge.length}`
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
  if (spec.availableSize !== undefined && room !== undefined && room.available < spec.availableSize) {
    return `expected at least ${humanizeBytes(spec.availableSize)} of free disk space, found ${humanizeBytes(room.available)}`
  }
  return undefined
}
