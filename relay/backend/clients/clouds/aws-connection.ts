import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { AwsClientOptions, AwsKey, AwsErrorResponse } from './aws-client.ts'
import { findEndpoint } from '#relay/backend/clients/run/connection-address.ts'

export const getRegion = ({ properties: { region = '' } }: ClientConnection) => region || 'us-east-1'

export const getAwsKey = ({ username, password, properties: { profile, sessionToken } }: ClientConnection): AwsKey => {
  if (username !== '' && password !== '') return { accessKey: username, secretKey: password, sessionToken }
  throw new Error(
    profile === undefined
      ? 'Access key and secret key are required.'
      : 'AWS profiles on this machine are not supported. Enter an access key and a secret key.',
  )
}

const messagesByErrorCode: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Unknown access key.',
  InvalidClientTokenId: 'Unknown access key.',
  SignatureDoesNotMatch: 'The secret key is wrong.',
  AccessDenied: 'Access denied for this key.',
  NoSuchBucket: 'The bucket does not exist.',
  NoSuchKey: 'The object does not exist in the bucket.',
  PermanentRedirect: 'The bucket is in another region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region.',
  RequestTimeTooSkewed: 'The clocks of this machine and the service differ too much.',
}

const createErrorFormatter =
  (requestedRegion: string) =>
  ({ code, name, headers }: AwsErrorResponse): Error => {
    const region = headers['x-amz-bucket-region']
    const known = Object.hasOwn(messagesByErrorCode, name) ? messagesByErrorCode[name] : undefined
    const message = known ?? (name === '' ? `The service returned ${code}.` : `The service returned ${code}: ${name}.`)
    return new Error(region === undefined || region === requestedRegion ? message : `${message} It is in ${region}.`)
  }

export const ofConnection = (
  connection: ClientConnection,
  { maxResponseBytes, signal }: Pick<AwsClientOptions, 'maxResponseBytes' | 'signal'>,
): AwsClientOptions => ({
  key: getAwsKey(connection),
  region: getRegion(connection),
  endpoint: findEndpoint(connection),
  insecureTls: connection.insecureTls,
  serviceName: 'It',
  maxResponseBytes,
  signal,
  toError: createErrorFormatter(getRegion(connection)),
})

export const bucketAddress = (connection: ClientConnection, bucket: string, path = ''): string => {
  const base = findEndpoint(connection)
  const name = encodeURIComponent(bucket)
  return base === undefined
    ? `https://${name}.s3.${getRegion(connection)}.amazonaws.com/${path}`
    : `${base}/${name}/${path}`
}
