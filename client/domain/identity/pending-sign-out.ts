const key = 'quarterdeck.sign-out'

export const beginSignOut = (): void => {
  try {
    localStorage.setItem(key, 'begun')
  } catch {
    // Storage can be full or blocked; sign-out still works unless the page is closed first.
  }
}

export const endSignOut = (): void => localStorage.removeItem(key)

export const isSigningOut = (): boolean => localStorage.getItem(key) !== null
