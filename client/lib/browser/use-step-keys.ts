import { useEffect, useEffectEvent } from 'react'
import { isOverlaid, isTyping } from './key-target.ts'
import { usePreferences } from './preferences.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** J is a step to the next row and K one to the previous. A list returns false if the step belongs to another list. */
export const useStepKeys = (onStep: (by: 1 | -1) => boolean): void => {
  const isOn = usePreferences(({ singleLetterShortcuts }) => singleLetterShortcuts)
  const step = useEffectEvent(onStep)
  useEffect(() => {
    if (!isOn) return undefined
    const handleKeyDown = (event: KeyboardEvent) => {
      const by = steps[event.key]
      if (by === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isOverlaid()) return
      if (step(by)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOn])
}
