export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

export const toErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const toErrorSentence = (error: unknown): string => {
  const text = toErrorMessage(error)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
