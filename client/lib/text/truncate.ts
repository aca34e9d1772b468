/** Never splits a surrogate pair. */
export const truncate = (text: string, max = 200): string => {
  if (text.length <= max) return text
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}
