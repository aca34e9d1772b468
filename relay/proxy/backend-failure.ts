import { type HttpError, httpError } from '#relay/errors/http-error.ts'

export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

export const backendFailure = (error: Error, method: string, toCheck: string): HttpError => {
  const isSlow = 'statusCode' in error && error.statusCode === 504
  return isSlow
    ? httpError(
        'backend_timeout',
        'The backend did not respond in time.',
        'Try again. If it stays slow, check the backend.',
      )
    : httpError(
        'backend_unreachable',
        'The backend is unreachable.',
        isRead(method) ? toCheck : `The change may not have been made. ${toCheck}`,
      )
}
