import { awsClientOptions, s3ClientOptions } from '#relay/backend/clients/clouds/aws-client.ts'
import { bucketAddress, ofConnection, getRegion } from '#relay/backend/clients/clouds/aws-connection.ts'
import { getBucket } from '#relay/backend/clients/run/connection-address.ts'
import { parseEndpoint } from '#relay/backend/clients/run/endpoint.ts'
import type { ConnectionProbe } from './probe.ts'

const maxResponseBytes = 4 * 1024 * 1024

export const s3: ConnectionProbe = {
  endpoint: (connection) => parseEndpoint(bucketAddress(connection, getBucket(connection)), 'https'),
  ask: async ({ connection }, { signal }) => {
    const { S3Client, ListObjectsV2Command } = await import('@aws-sdk/client-s3')
    const client = new S3Client(s3ClientOptions(ofConnection(connection, { maxResponseBytes, signal })))
    const { KeyCount: count } = await client.send(
      new ListObjectsV2Command({ Bucket: getBucket(connection), MaxKeys: 1 }),
    )
    if (count === undefined) throw new Error('Not an S3 bucket listing.')
    return count === 0 ? 'The bucket can be listed and is empty' : 'The bucket can be listed'
  },
}

export const aws: ConnectionProbe = {
  endpoint: (connection) =>
    parseEndpoint(connection.url || `https://sts.${getRegion(connection)}.amazonaws.com`, 'https'),
  ask: async ({ connection }, { signal }) => {
    const { STSClient, GetCallerIdentityCommand } = await import('@aws-sdk/client-sts')
    const client = new STSClient(awsClientOptions(ofConnection(connection, { maxResponseBytes, signal })))
    const { Arn: arn } = await client.send(new GetCallerIdentityCommand())
    return `Key of ${arn ?? 'an unknown identity'}`
  },
}
