import { MutationCache, QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from '#client/api/api-error.ts'
import { isOutage } from '#client/api/outage.ts'
import { noAccess } from '#client/api/session/load-session.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'

const staleAfterMs = 300_000
const outageRetryMs = 10_000

/** The relay's code for a request without a session; other services use 401 for other reasons. */
const signedOutCode = 'unauthorised'

export const handleFailure = (error: Error, failsOnPage: boolean, onUnauthorised: () => void) => {
  if (!(error instanceof ApiError)) return showToast('error', error.message || 'An error occurred')
  if (error.kind === 'aborted') return undefined
  if (error.code === noAccess) return onUnauthorised()
  if (error.status === 401 && readAuthMode() !== 'standalone') {
    onUnauthorised()
    if (error.code === signedOutCode) return undefined
  }
  if (error.kind === 'answered' && failsOnPage) return undefined
  return showToast('error', error.message)
}

const retryInOutage = ({ state }: Pick<Query, 'state'>) =>
  state.status === 'error' && isOutage(state.error) ? outageRetryMs : false

export const createQueryClient = (onUnauthorised: () => void): QueryClient => {
  const failing = new WeakSet<object>()
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        retry: false,
        refetchInterval: retryInOutage,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, query) => {
        const isRetry = failing.has(query) && isOutage(error)
        failing.add(query)
        if (!isRetry) handleFailure(error, query.meta?.['failsAloud'] !== true, onUnauthorised)
      },
      onSuccess: (_, query) => void failing.delete(query),
    }),
    mutationCache: new MutationCache({ onError: (error) => void handleFailure(error, false, onUnauthorised) }),
  })
}
