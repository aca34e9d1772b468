import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { ApiError } from '#client/api/api-error.ts'
import { readAuthMode } from '#client/lib/auth-mode.ts'
import { signInAddress } from '#client/lib/sign-in-address.ts'
import { showToast } from '#client/ui/toast-store.ts'

/** How long an answer counts as fresh (ledger API-06). */
const staleAfterMs = 300_000

/**
 * What every failed request leads to, wherever it was made: nothing when it was given up, the sign-in after a 401, and a
 * toast otherwise. A page that shows an answer's failure itself (`meta.failsOnPage`) gets no toast for it.
 */
export const handleFailure = (error: Error, failsOnPage: boolean) => {
  if (!(error instanceof ApiError)) return showToast('error', error.message || 'An error occurred')
  if (error.kind === 'aborted') return undefined
  if (error.status === 401) {
    const address = signInAddress(readAuthMode(), window.location)
    if (address !== null) return navigate(address)
  }
  if (error.kind === 'answered' && failsOnPage) return undefined
  return showToast('error', error.message)
}

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a network a request fails and says so, instead of waiting unseen.
      queries: { staleTime: staleAfterMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => void handleFailure(error, meta?.['failsOnPage'] === true),
    }),
    mutationCache: new MutationCache({ onError: (error) => void handleFailure(error, false) }),
  })
