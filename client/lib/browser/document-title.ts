import type { AuthMode } from './auth-mode.ts'

export const documentTitle = (title: string | undefined, mode: AuthMode): string => {
  if (title === undefined) return 'Quarterdeck'
  return mode === 'standalone' ? title : `${title} | Quarterdeck`
}
