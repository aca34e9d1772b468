import type { CheckConnection } from '#relay/backend/checks/check-type.ts'

/** Where a connection to a cloud leads, by TLS where it does not say; undefined where that is the cloud itself. */
export const findEndpoint = ({ url }: CheckConnection): string | undefined => {
  const base = url.replace(/\/+$/, '')
  if (base === '') return undefined
  return /^https?:\/\//i.test(base) ? base : `https://${base}`
}

/** The bucket of a connection, unless it is named. */
export const getBucket = ({ properties }: CheckConnection, named = ''): string => {
  const bucket = named || (properties['bucket'] ?? '')
  if (bucket === '') throw new Error('The connection names no bucket.')
  return bucket
}
