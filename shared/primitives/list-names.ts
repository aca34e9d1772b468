/** `a, b and 3 more`. `count` is that of all names, of which `names` may be the first. */
export const listNames = (names: readonly string[], most: number, count = names.length): string => {
  const shown = names.slice(0, most)
  const rest = count - shown.length
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
