import type { CheckConnection } from '#relay/backend/checks/check-type.ts'
import type { AwsClientOptions, AwsKey, AwsRefusal } from './aws-client.ts'
import { endpointOf } from './connection-address.ts'

/** The region of a connection, or AWS' own first one. */
export const regionOf = ({ properties: { region = '' } }: CheckConnection) => region || 'us-east-1'

/** Throws a sentence when the connection has none. */
export const keyOf = ({ username, password, properties: { profile, sessionToken } }: CheckConnection): AwsKey => {
  if (username !== '' && password !== '') return { accessKey: username, secretKey: password, sessionToken }
  throw new Error(
    profile === undefined
      ? 'Access key and secret key are both needed.'
      : 'A profile of this machine cannot be used: enter access key and secret key.',
  )
}

const refusals: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'It does not know this access key.',
  InvalidClientTokenId: 'It does not know this access key.',
  SignatureDoesNotMatch: 'It does not accept the secret key.',
  AccessDenied: 'It knows the key, which may not do this.',
  NoSuchBucket: 'There is no such bucket.',
  NoSuchKey: 'There is no such object in the bucket.',
  PermanentRedirect: 'The bucket is in another region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region.',
  RequestTimeTooSkewed: 'The clocks of this machine and of the service differ too much.',
}

const sentenceOf =
  (asked: string) =>
  ({ code, name, headers }: AwsRefusal): Error => {
    const region = headers['x-amz-bucket-region']
    const known = Object.hasOwn(refusals, name) ? refusals[name] : undefined
    const said = known ?? (name === '' ? `It answered ${code}.` : `It answered ${code}: ${name}.`)
    return new Error(region === undefined || region === asked ? said : `${said} It is in ${region}.`)
  }

/** A client that asks as whoever has the key of the connection, and rejects with sentences. Throws one where it has no key. */
export const ofConnection = (
  connection: CheckConnection,
  { answerMax, signal }: Pick<AwsClientOptions, 'answerMax' | 'signal'>,
): AwsClientOptions => ({
  key: keyOf(connection),
  region: regionOf(connection),
  endpoint: endpointOf(connection),
  insecureTls: connection.insecureTls,
  place: 'It',
  answerMax,
  signal,
  faultOf: sentenceOf(regionOf(connection)),
})

/** The address of what a bucket holds at this path, as it is shown. */
export const bucketAddress = (connection: CheckConnection, bucket: string, path = ''): string => {
  const base = endpointOf(connection)
  const name = encodeURIComponent(bucket)
  return base === undefined
    ? `https://${name}.s3.${regionOf(connection)}.amazonaws.com/${path}`
    : `${base}/${name}/${path}`
}
