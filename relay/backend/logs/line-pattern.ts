import { toRegex } from '#relay/backend/templates/pattern.ts'

const lengthMax = 200
/** Of a longer message only so much is looked at. */
const messageMax = 4_096
const sizeMax = 400

/**
 * What tells messages that match a regular expression, capitals or not. Matching takes time in proportion to the message, and to
 * an expression that is bounded in size: none can keep the console busy. Throws a sentence when it is none, or too large.
 */
export const linePattern = (source: string): ((message: string) => boolean) => {
  if (source.length > lengthMax) throw new Error(`The regular expression is longer than ${lengthMax} letters.`)
  const pattern = toRegex(`(?i)${source}`)
  if (pattern.programSize() > sizeMax)
    throw new Error('The regular expression repeats too much to be searched for: make its {n,m} smaller.')
  return (message) => pattern.test(message.slice(0, messageMax))
}
