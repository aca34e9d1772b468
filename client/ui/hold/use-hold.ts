import { useCallback, useEffect, useRef } from 'react'

/** A pointer that was left lying on the table must not keep trouble out of sight. */
const idleMs = 60_000

/**
 * Whether somebody is at work in a table: points at it, or has the focus in it. `onHold` hears of every change. Who neither
 * moves nor presses anything for a minute lets go. Answers handlers for the element around it.
 */
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
    // What had the focus may be gone without a word: a pill that was pressed is.
    onPointerLeave: ({ currentTarget }: React.PointerEvent) =>
      set({ pointer: false, focus: currentTarget.contains(document.activeElement) }),
    onPointerMove: stir,
    onKeyDown: stir,
    onFocus: () => set({ focus: true }),
    onBlur: ({ relatedTarget, currentTarget }: React.FocusEvent) =>
      set({ focus: currentTarget.contains(relatedTarget) }),
  }
}
