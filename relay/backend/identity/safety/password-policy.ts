import type { UiText } from '@ory/client'
import { editDistance } from '#shared/primitives/edit-distance.ts'
import { errorMessages } from '#relay/backend/identity/ui/messages.ts'
import { commonPasswords } from './common-passwords.ts'

const shortestPassword = 8
const longestPassword = 1_024
const leastDistance = 5

export const longestCommonRun = (a: string, b: string): number => {
  let longest = 0
  let before: number[] = []
  for (let row = 0; row < a.length; row += 1) {
    const present: number[] = []
    for (let column = 0; column < b.length; column += 1) {
      const run = a[row] === b[column] ? (before[column - 1] ?? 0) + 1 : 0
      present.push(run)
      if (run > longest) longest = run
    }
    before = present
  }
  return longest
}

const isSimilar = (password: string, identifier: string): boolean => {
  const [a, b] = [password.toLowerCase(), identifier.toLowerCase()]
  return editDistance(a, b) < leastDistance || longestCommonRun(a, b) > a.length / 2
}

export const findPasswordError = (password: string, email: string): UiText | null => {
  const { length } = password
  if (length < shortestPassword) return errorMessages.shortPassword(shortestPassword, length)
  if (length > longestPassword) return errorMessages.longPassword(longestPassword, length)
  if (commonPasswords.has(password.toLowerCase())) return errorMessages.commonPassword
  return isSimilar(password.slice(0, 320), email.slice(0, 320)) ? errorMessages.similarPassword : null
}
