import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describeFileError } from '#relay/backend/clients/run/describe-file-error.ts'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { parseMoment } from '#relay/backend/parsing/parse-moment.ts'
import { matchingTexts } from '#relay/backend/templates/template.ts'
import { listFolderFiles, type FolderFile, type FolderListing } from './folder-files.ts'
import { folderSpec, type FolderSpec } from './folder-spec.ts'
import { listGcsFiles } from './gcs-files.ts'
import { judgeFolder, type DiskSpace } from './judge-folder.ts'
import { listS3Files } from './s3-files.ts'
import { listSftpFiles } from './sftp-files.ts'
import { listSmbFiles } from './smb-files.ts'

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

const checkLocalFolder = async (spec: FolderSpec, { signal }: ClientRun): Promise<CheckResult> => {
  const path = spec.path.replace(/^file:\/\//, '')
  try {
    const listed = await listFolderFiles(path, spec.recursive === true, signal)
    const room = await readDiskSpace(listed.folder)
    return judgeFolder(spec, path, { ...listed, files: await wanted(listed.files, spec, signal) }, room)
  } catch (error) {
    const message = describeFileError(error, path)
    if (message === undefined) throw error
    return { pass: false, message }
  }
}

const listRemoteFiles = (
  { path, recursive = false, awsConnection, gcpConnection, sftpConnection, smbConnection }: FolderSpec,
  run: ClientRun,
): Promise<FolderListing & { readonly hostKey?: string }> | undefined => {
  if (awsConnection !== undefined) return listS3Files(path, recursive, awsConnection, run)
  if (gcpConnection !== undefined) return listGcsFiles(path, recursive, gcpConnection, run)
  if (smbConnection !== undefined) return listSmbFiles(path, recursive, smbConnection, run)
  return sftpConnection === undefined ? undefined : listSftpFiles(path, recursive, sftpConnection, run)
}

export const folder = defineCheckType<FolderSpec>({
  key: 'folder',
  spec: folderSpec,
  formatEndpoint: ({ path }) => path,
  listExpressions: ({ filter }) =>
    filter?.regex === undefined
      ? []
      : [{ path: ['filter', 'regex'], expression: { language: 'pattern', source: filter.regex } }],
  run: async (spec, run) => {
    const listed = await listRemoteFiles(spec, run)
    if (listed === undefined) return checkLocalFolder(spec, run)
    const files = await wanted(listed.files, spec, run.signal)
    const result = judgeFolder(spec, spec.path, { ...listed, files }, undefined)
    const { hostKey } = listed
    return hostKey === undefined ? result : { ...result, details: { ...result.details, hostKey } }
  },
})
