export const readDirectMode = (value: unknown): boolean => {
  if (value === undefined || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw new Error('Invalid boolean value')
}
