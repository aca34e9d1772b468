import { RelayError } from '#relay/errors/relay-error.ts'

export const backendFailure = (error: Error, toCheck: string): RelayError => {
  const isSlow = 'statusCode' in error && error.statusCode === 504
  return isSlow
    ? new RelayError(
        'backend_timeout',
        'The backend did not answer in time.',
        'Try again; if it stays slow, look at it.',
      )
    : new RelayError(
        'backend_unreachable',
        'The backend cannot be reached.',
        `A change may not have been carried out. ${toCheck}`,
      )
}
