import type { CheckConnection } from '#relay/backend/checks/spec/check-type.ts'

export const findEndpoint = ({ url }: CheckConnection): string | undefined => {
  const base = url.replace(/\/+$/, '')
  if (base === '') return undefined
  return /^https?:\/\//i.test(base) ? base : `https://${base}`
}

export const getBucket = ({ properties }: CheckConnection, named = ''): string => {
  const bucket = named || (properties['bucket'] ?? '')
  if (bucket === '') throw new Error('The connection has no bucket.')
  return bucket
}
