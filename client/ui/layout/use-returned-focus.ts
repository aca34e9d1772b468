import { useEffect, useState } from 'react'
import { findFocused } from '#client/lib/browser/keep-focus.ts'

/** Blueprint returns the focus only if a dialog closes before it is removed. */
export const useReturnedFocus = (): void => {
  const [opener] = useState(findFocused)
  useEffect(
    () => () => {
      if (document.activeElement !== document.body || !(opener instanceof HTMLElement)) return
      // After navigation the opener is gone, and the content of the new page is next.
      const target = opener.isConnected ? opener : document.querySelector<HTMLElement>('main')
      target?.focus({ preventScroll: true })
    },
    [opener],
  )
}
