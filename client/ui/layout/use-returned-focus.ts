import { useEffect, useState } from 'react'

/** Blueprint returns the focus only if a dialog closes before it is removed. */
export const useReturnedFocus = (): void => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
}
