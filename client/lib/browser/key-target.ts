export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export const isOverlaid = (): boolean => document.querySelector('.bp6-overlay-open .bp6-overlay-content') !== null
