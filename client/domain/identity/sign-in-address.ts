import type { AuthMode } from '#client/lib/browser/auth-mode.ts'

export const signInAddress = (
  mode: AuthMode,
  at: { readonly pathname: string; readonly search: string },
): string | null => {
  if (mode === 'standalone') return null
  if (mode === 'hosted') return '/auth-state-checker'
  return `/login?return_to=${encodeURIComponent(`${at.pathname}${at.search}`)}`
}
