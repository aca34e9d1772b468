import { z } from 'zod'
import { openGcp } from '#relay/backend/clients/clouds/gcp-fields.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import { findEndpoint } from '#relay/backend/clients/run/connection-address.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import type { FolderListing } from './folder-files.ts'
import type { FolderSpec } from './folder-spec.ts'
import { listObjectFiles, parseObjectPath } from './object-files.ts'

const objectList = z.looseObject({
  kind: z.literal('storage#objects'),
  items: z
    .array(
      z.looseObject({
        name: z.string(),
        size: z.coerce.number().default(0),
        updated: z.iso.datetime({ offset: true }),
      }),
    )
    .default([]),
  prefixes: z.array(z.string()).default([]),
  nextPageToken: z.string().optional(),
})

export const listGcsFiles = async (
  path: string,
  isRecursive: boolean,
  signIn: NonNullable<FolderSpec['gcpConnection']>,
  run: ClientRun,
): Promise<FolderListing> => {
  const { bucket, key } = parseObjectPath(path)
  const request = await openGcp(signIn, { field: 'gcpConnection', findEndpoint }, run)
  return listObjectFiles(
    async (query) => {
      const read = objectList.safeParse(
        await request({
          url: `https://storage.googleapis.com/storage/v1/b/${encodeURIComponent(bucket)}/o`,
          params: {
            prefix: query.prefix,
            ...(!query.isRecursive && { delimiter: '/' }),
            ...(query.token !== undefined && { pageToken: query.token }),
          },
        }),
      )
      if (!read.success) throw new ServiceError(200, 'Not a list of objects of a bucket')
      const { items, prefixes, nextPageToken } = read.data
      return {
        objects: items.map(({ name, size, updated }) => ({ name, size, modifiedMs: Date.parse(updated) })),
        hasFolders: prefixes.length > 0,
        next: nextPageToken,
      }
    },
    key,
    isRecursive,
  )
}
