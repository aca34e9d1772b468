import { openS3 } from '#relay/backend/checks/types/aws/open-s3.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { FolderListing } from './folder-files.ts'
import type { FolderSpec } from './folder-spec.ts'
import { listObjectFiles, parseObjectPath } from './object-files.ts'

export const listS3Files = async (
  path: string,
  isRecursive: boolean,
  signIn: NonNullable<FolderSpec['awsConnection']>,
  run: ClientRun,
): Promise<FolderListing> => {
  const { bucket, key } = parseObjectPath(path)
  const client = await openS3(signIn, run)
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  return listObjectFiles(
    async (query) => {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: query.prefix,
          ...(!query.isRecursive && { Delimiter: '/' }),
          ...(query.token !== undefined && { ContinuationToken: query.token }),
        }),
      )
      if (page.KeyCount === undefined) throw new ServiceError(200, 'Not an S3 bucket listing')
      return {
        objects: (page.Contents ?? []).flatMap(({ Key: name, Size: size = 0, LastModified: modified }) =>
          name === undefined || modified === undefined ? [] : [{ name, size, modifiedMs: modified.getTime() }],
        ),
        hasFolders: (page.CommonPrefixes ?? []).length > 0,
        next: page.NextContinuationToken,
      }
    },
    key,
    isRecursive,
  )
}
