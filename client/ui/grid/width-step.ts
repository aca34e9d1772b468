type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>

const stepPx = 16

/** The width after Shift with an arrow key; null for other keys. */
export const readWidthStep = (event: Press, head: Element): number | null => {
  const step = event.shiftKey ? { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key] : undefined
  if (step === undefined) return null
  event.preventDefault()
  event.stopPropagation()
  return head.getBoundingClientRect().width + step
}
