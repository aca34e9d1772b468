import { toRegex } from '#relay/backend/templates/pattern.ts'

const lengthMax = 200
const messageMax = 4_096
const sizeMax = 400

/**
 * Security: linear-time matching with bounded size, so that no expression can block the console. Throws if the
 * expression is invalid or too large.
 */
export const linePattern = (source: string): ((message: string) => boolean) => {
  if (source.length > lengthMax) throw new Error(`The regular expression is longer than ${lengthMax} characters.`)
  const pattern = toRegex(`(?i)${source}`)
  if (pattern.programSize() > sizeMax)
    throw new Error('The regular expression is too complex. Use smaller {n,m} repetitions.')
  return (message) => pattern.test(message.slice(0, messageMax))
}
