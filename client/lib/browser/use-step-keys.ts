import { isOverlaid } from './key-target.ts'
import { useLetterKeys } from './use-key-down.ts'

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** J is a step to the next row and K one to the previous. A list returns false if the step belongs to another list. */
export const useStepKeys = (onStep: (by: 1 | -1) => boolean): void =>
  useLetterKeys((event) => {
    const by = steps[event.key]
    if (by !== undefined && !isOverlaid() && onStep(by)) event.preventDefault()
  })
