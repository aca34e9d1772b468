const fields = 'input:not([type="hidden"]), select, textarea, [contenteditable="true"], button'

export const focusFirstField = (part: Element | null | undefined) => part?.querySelector<HTMLElement>(fields)?.focus()
