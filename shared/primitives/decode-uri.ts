/** Undefined if an escape in the text is malformed. */
export const decodeUri = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
