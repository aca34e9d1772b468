/** Undefined if an escape in the text is malformed. */
export const decodeUri = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Other `%` stay: people write passwords such as `100%` without encoding them. */
export const decodeEscapes = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => decodeUri(escapes) ?? escapes)
