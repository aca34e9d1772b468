import type { AuthMode } from '#client/lib/browser/auth-mode.ts'

/**
 * Where a 401 leads: to the sign-in that comes back to this page with its query, to the state checker of the hosted
 * provider (ledger ERR-01, ERR-02), and nowhere in standalone mode, where the error is shown instead.
 */
export const signInAddress = (
  mode: AuthMode,
  at: { readonly pathname: string; readonly search: string },
): string | null => {
  if (mode === 'standalone') return null
  if (mode === 'hosted') return '/auth-state-checker'
  return `/login?return_to=${encodeURIComponent(`${at.pathname}${at.search}`)}`
}
