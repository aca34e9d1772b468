import { z } from 'zod'
import type { S3Client } from '@aws-sdk/client-s3'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import { defineCheckType } from '#relay/backend/checks/types/define-check-type.ts'
import { ServiceError } from '#relay/backend/clients/http/json-service.ts'
import { humanizeBytes } from '#relay/backend/templates/functions/number-functions.ts'
import { awsSignIn, hasWholeKey, wholeKey } from '#relay/backend/clients/clouds/aws-fields.ts'
import { openS3 } from './open-s3.ts'

const text = z.string().min(1)
const spec = z
  .strictObject({
    ...awsSignIn,
    /** The older name of `endpoint`. */
    url: text.optional(),
    bucket: text.optional(),
    bucketName: text.optional(),
    objectPath: text.optional(),
    usePathStyle: z.boolean().optional(),
    storageClass: text.optional(),
  })
  .refine(hasWholeKey, wholeKey)
  .refine(({ bucket, bucketName, connection }) => (bucket ?? bucketName ?? connection) !== undefined, {
    message: 'required',
    path: ['bucketName'],
  })
type S3Spec = z.infer<typeof spec>

const checkBucket = async (client: S3Client, bucket: string): Promise<CheckResult> => {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  const { KeyCount: count } = await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }))
  if (count === undefined) return { pass: false, message: 'Not an S3 bucket listing.' }
  return { pass: true, message: `${bucket} can be listed`, details: { bucket, isEmpty: count === 0 } }
}

/** Reads the object and never writes it: a document may name one that must not be overwritten. */
const checkObject = async (
  client: S3Client,
  bucket: string,
  { objectPath = '', storageClass }: S3Spec,
): Promise<CheckResult> => {
  const { GetObjectCommand, HeadObjectCommand } = await import('@aws-sdk/client-s3')
  const key = objectPath.replace(/^\//, '')
  const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key })).catch(async (error: unknown) => {
    // A response to HEAD has no body, so it cannot name the error.
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 404) throw new Error(`${key} does not exist in ${bucket}, or the bucket does not exist`)
    if (error.code === 403) await client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range: 'bytes=0-0' }))
    throw error
  })
  const { ContentLength: size = 0, LastModified: modified, StorageClass: found = 'STANDARD' } = head
  const details = { bucket, key, size, modified: modified?.toISOString() ?? null, storageClass: found }
  if (storageClass !== undefined && storageClass !== found)
    return { pass: false, message: `Expected the storage class ${storageClass}, got ${found}.`, details }
  return { pass: true, message: `${key} has ${humanizeBytes(size)}`, details }
}

export const s3 = defineCheckType<S3Spec>({
  key: 's3',
  requires: 'Needs an S3 account: set accessKey and secretKey, or connection.',
  spec,
  formatEndpoint: ({ bucket, bucketName, objectPath, connection }) =>
    `${bucketName ?? bucket ?? connection ?? ''}${objectPath === undefined ? '' : `/${objectPath.replace(/^\//, '')}`}`,
  run: async (checkSpec, run) => {
    const connection = checkSpec.connection === undefined ? undefined : await run.connection?.(checkSpec.connection)
    const bucket = checkSpec.bucketName ?? checkSpec.bucket ?? connection?.properties['bucket'] ?? ''
    if (bucket === '') throw new Error('The connection has no bucket. Set bucketName')
    const objectPath = checkSpec.objectPath ?? connection?.properties['objectPath']
    const s3Client = await openS3({ ...checkSpec, endpoint: checkSpec.endpoint ?? checkSpec.url }, run)
    return objectPath === undefined || objectPath === ''
      ? checkBucket(s3Client, bucket)
      : checkObject(s3Client, bucket, { ...checkSpec, objectPath })
  },
})
