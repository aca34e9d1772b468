import type { ClientConnection } from './client-context.ts'

export const findEndpoint = ({ url }: ClientConnection): string | undefined => {
  const base = url.replace(/\/+$/, '')
  if (base === '') return undefined
  return /^https?:\/\//i.test(base) ? base : `https://${base}`
}

export const getBucket = ({ properties }: ClientConnection, named = ''): string => {
  const bucket = named || (properties['bucket'] ?? '')
  if (bucket === '') throw new Error('The connection has no bucket.')
  return bucket
}
