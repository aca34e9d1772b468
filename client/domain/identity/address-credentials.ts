import { flowPages } from '#shared/identity/flow-pages.ts'

interface AddressCredentials {
  readonly username: string
  readonly password: string
}

const readAndWipe = (): AddressCredentials | null => {
  if (typeof window === 'undefined' || window.location.pathname !== flowPages.login) return null
  const query = new URLSearchParams(window.location.search)
  const [username, password] = [query.get('username'), query.get('password')]
  if (username === null && password === null) return null
  query.delete('username')
  query.delete('password')
  const rest = query.size === 0 ? '' : `?${query.toString()}`
  window.history.replaceState(null, '', `${window.location.pathname}${rest}`)
  const isAllowed = document.querySelector('meta[name="sign-in-by-address"]')?.getAttribute('content') !== 'off'
  return isAllowed && username && password ? { username, password } : null
}

let credentials = readAndWipe()

/**
 * This module must be imported first: it removes the credentials from the address bar and the history. Null when
 * one is missing or the feature is off.
 */
export const addressCredentials = (): AddressCredentials | null => credentials

export const forgetAddressCredentials = (): void => {
  credentials = null
}
