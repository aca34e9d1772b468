/** Undefined if there is nothing to show. */
export const toItemText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
