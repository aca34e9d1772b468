import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './key-target.ts'
import { usePreferences } from './preferences.ts'

interface KeyDownOptions {
  readonly isOn?: boolean
  readonly capture?: boolean
}

/** Keys pressed anywhere in the document. */
export const useKeyDown = (
  onKey: (event: KeyboardEvent) => void,
  { isOn = true, capture = false }: KeyDownOptions = {},
): void => {
  const handle = useEffectEvent(onKey)
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listener, { capture })
    return () => document.removeEventListener('keydown', listener, { capture })
  }, [isOn, capture])
}

/** Keys without a modifier, unless the user types in a field or has switched them off (WCAG 2.1.4). */
export const useLetterKeys = (onKey: (event: KeyboardEvent) => void): void => {
  const isOn = usePreferences(({ singleLetterShortcuts }) => singleLetterShortcuts)
  useKeyDown(
    (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      onKey(event)
    },
    { isOn },
  )
}
