export const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
