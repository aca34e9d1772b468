import type { AuthMode } from './auth-mode.ts'

/**
 * The title of the browser tab: it ends with the product's name, except in standalone mode. While it
 * is not known which page it is, the name alone.
 */
export const documentTitle = (title: string | undefined, mode: AuthMode): string => {
  if (title === undefined) return 'Quarterdeck'
  return mode === 'standalone' ? title : `${title} | Quarterdeck`
}
