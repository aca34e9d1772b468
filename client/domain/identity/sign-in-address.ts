import type { AuthMode } from '#client/lib/browser/auth-mode.ts'

export const signInAddress = (
  mode: AuthMode,
  at: { readonly pathname: string; readonly search: string },
): string | null => {
  if (mode === 'standalone') return null
  const page = mode === 'hosted' ? '/auth-state-checker' : '/login'
  return `${page}?return_to=${encodeURIComponent(`${at.pathname}${at.search}`)}`
}
