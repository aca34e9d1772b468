import { awsClientOptions, s3ClientOptions } from '#relay/backend/clients/aws-client.ts'
import { bucketAddress, ofConnection, regionOf } from '#relay/backend/clients/aws-connection.ts'
import { bucketOf } from '#relay/backend/clients/connection-address.ts'
import { placeOf } from './place.ts'
import type { ConnectionProbe } from './probe.ts'

const answerMax = 4 * 1024 * 1024

/** Asks for the first name in the bucket. */
export const s3: ConnectionProbe = {
  place: (connection) => placeOf(bucketAddress(connection, bucketOf(connection)), 'https'),
  ask: async ({ connection }, { signal }) => {
    const { S3Client, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
    const client = new S3Client(s3ClientOptions(ofConnection(connection, { answerMax, signal })))
    const { KeyCount: count } = await client.send(
      new ListObjectsV2Command({ Bucket: bucketOf(connection), MaxKeys: 1 }),
    )
    if (count === undefined) throw new Error('It answered with something else than what is in a bucket.')
    return count === 0 ? 'The bucket can be listed, and is empty' : 'The bucket can be listed'
  },
}

/** Asks whose the key is. */
export const aws: ConnectionProbe = {
  place: (connection) => placeOf(connection.url || `https://sts.${regionOf(connection)}.amazonaws.com`, 'https'),
  ask: async ({ connection }, { signal }) => {
    const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
    const client = new STSClient(awsClientOptions(ofConnection(connection, { answerMax, signal })))
    const { Arn: who } = await client.send(new GetCallerIdentityCommand())
    return `It is the key of ${who ?? 'somebody'}`
  },
}
