import { RelayError } from '#relay/errors/relay-error.ts'

export const backendFailure = (error: Error, toCheck: string): RelayError => {
  const isSlow = 'statusCode' in error && error.statusCode === 504
  return isSlow
    ? new RelayError(
        'backend_timeout',
        'The backend did not respond in time.',
        'Try again. If it stays slow, check the backend.',
      )
    : new RelayError(
        'backend_unreachable',
        'The backend is unreachable.',
        `A change may not have been made. ${toCheck}`,
      )
}
