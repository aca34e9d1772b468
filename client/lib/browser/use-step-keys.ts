import { useEffect, useEffectEvent } from 'react'
import { isOverlaid, isTyping } from './key-target.ts'
import { usePreferences } from './preferences.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** J opens the next row and K the previous one, while a row is open beside its list. */
export const useStepKeys = (isRowOpen: boolean, onStep: (by: 1 | -1) => void): void => {
  const isOn = usePreferences(({ singleLetterShortcuts }) => singleLetterShortcuts)
  const step = useEffectEvent(onStep)
  useEffect(() => {
    if (!isOn || !isRowOpen) return undefined
    const handleKeyDown = (event: KeyboardEvent) => {
      const by = steps[event.key]
      if (by === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isOverlaid()) return
      event.preventDefault()
      step(by)
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOn, isRowOpen])
}
