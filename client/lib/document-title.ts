import type { AuthMode } from './auth-mode.ts'

/** The title of the browser tab: it ends with the product's name, except in standalone mode (document 1 section 1). */
export const documentTitle = (title: string, mode: AuthMode): string =>
  mode === 'standalone' ? title : `${title} | Quarterdeck`
