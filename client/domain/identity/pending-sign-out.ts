const key = 'quarterdeck.sign-out'

/** Somebody began to sign out of this browser: until it is done every page leads back to it. */
export const beginSignOut = (): void => {
  try {
    localStorage.setItem(key, 'begun')
  } catch {
    // A browser without room signs out all the same, unless the page is left before.
  }
}

export const endSignOut = (): void => localStorage.removeItem(key)

export const isSigningOut = (): boolean => localStorage.getItem(key) !== null
