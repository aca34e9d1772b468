import { useCallback, useRef } from 'react'

/** Moves the focus to the first wrong field of a form, once it is drawn as one. */
export const useFocusOnError = () => {
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = useCallback(() => {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }, [])
  return { form, focusFirst }
}
