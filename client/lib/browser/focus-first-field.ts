const fields = 'input:not([type="hidden"]), select, textarea, [contenteditable="true"], button'

export const focusFirstField = (part: Element | null | undefined) => part?.querySelector<HTMLElement>(fields)?.focus()

const typedFields =
  'input:not([type=hidden], [type=checkbox], [type=radio], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** For a form that opens. On a phone the keyboard would cover it. */
export const startInFirstField = (part: Element | null | undefined, fallback?: HTMLElement | null) => {
  if (window.matchMedia('(pointer: coarse)').matches) return
  ;(part?.querySelector<HTMLElement>(typedFields) ?? fallback)?.focus()
}
