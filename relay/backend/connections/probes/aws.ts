import type { CheckConnection } from '#relay/backend/checks/check-type.ts'
import { askSigned, bucketAddress, fieldIn, regionOf } from '#relay/backend/clients/aws-request.ts'
import { placeOf } from './place.ts'
import type { ConnectionProbe } from './probe.ts'

/** Asks for the first name in the bucket. */
export const s3: ConnectionProbe = {
  place: (connection) => placeOf(bucketAddress(connection), 'https'),
  ask: async ({ connection }, { signal }) => {
    const url = `${bucketAddress(connection)}?list-type=2&max-keys=1`
    const content = await askSigned({ url, service: 's3', method: 'GET', connection, signal })
    if (!content.includes('<ListBucketResult'))
      throw new Error('It answered with something else than what is in a bucket.')
    return fieldIn(content, 'KeyCount') === '0' ? 'The bucket can be listed, and is empty' : 'The bucket can be listed'
  },
}

const tokenService = (connection: CheckConnection): string =>
  connection.url === '' ? `https://sts.${regionOf(connection)}.amazonaws.com/` : new URL('/', connection.url).href

/** Asks whose the key is. */
export const aws: ConnectionProbe = {
  place: (connection) => placeOf(tokenService(connection), 'https'),
  ask: async ({ connection }, { signal }) => {
    const content = await askSigned({
      url: tokenService(connection),
      service: 'sts',
      method: 'POST',
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: 'Action=GetCallerIdentity&Version=2011-06-15',
      connection,
      signal,
    })
    return `It is the key of ${fieldIn(content, 'Arn') ?? 'somebody'}`
  },
}
