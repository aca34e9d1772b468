import { useCallback, useEffect, useRef } from 'react'

/** A resting pointer must not hide new failures. */
const idleMs = 60_000

export const useHold = (onHold: (held: boolean) => void) => {
  const inside = useRef({ pointer: false, focus: false })
  const held = useRef(false)
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)
  const notify = useCallback(
    (now: boolean) => {
      if (held.current === now) return
      held.current = now
      onHold(now)
    },
    [onHold],
  )
  const stir = useCallback(() => {
    clearTimeout(idle.current)
    const isInside = inside.current.pointer || inside.current.focus
    notify(isInside)
    if (isInside) idle.current = setTimeout(() => notify(false), idleMs)
  }, [notify])
  useEffect(() => () => clearTimeout(idle.current), [])
  const set = (change: Partial<typeof inside.current>) => {
    inside.current = { ...inside.current, ...change }
    stir()
  }
  return {
    onPointerEnter: () => set({ pointer: true }),
    // A removed focused element sends no blur event, for example a clicked pill.
    onPointerLeave: ({ currentTarget }: React.PointerEvent) =>
      set({ pointer: false, focus: currentTarget.contains(document.activeElement) }),
    onPointerMove: stir,
    onKeyDown: stir,
    onFocus: () => set({ focus: true }),
    onBlur: ({ relatedTarget, currentTarget }: React.FocusEvent) =>
      set({ focus: currentTarget.contains(relatedTarget) }),
  }
}
