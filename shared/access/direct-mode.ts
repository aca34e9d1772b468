/**
 * Whether an organisation's pages ask its backend themselves, as its metadata says: a boolean or its text, and no word means
 * no. Throws 'Invalid boolean value' for anything else (ledger AUTH-11, AUTH-12).
 */
export const readDirectMode = (value: unknown): boolean => {
  if (value === undefined || value === false || value === 'false') return false
  if (value === true || value === 'true') return true
  throw new Error('Invalid boolean value')
}
