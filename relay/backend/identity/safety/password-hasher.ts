import { hash, parseOptions, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { createAtOnce } from '#shared/primitives/at-once.ts'
import type { PasswordCost } from '#relay/backend/identity/identity-settings.ts'
import { unavailable } from '#relay/errors/http-error.ts'

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Security: takes the same time without a stored hash, and resolves with false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  isOutdated(stored: string): boolean
}

const atOnce = 2
const mostWaiting = 64

const assertRoom = (waiting: number): void => {
  if (waiting >= mostWaiting) throw unavailable('Too many sign-ins at the moment. Try again shortly.')
}

/** Keyboards compose accents differently. Older hashes are of the password as typed. */
const toStableForm = (password: string): string => password.normalize('NFKC')

export const createPasswordHasher = async (cost: PasswordCost): Promise<PasswordHasher> => {
  const inLane = createAtOnce(atOnce, assertRoom)
  const hashNow = (password: string) => inLane(() => hash(toStableForm(password), cost))
  const standIn = await hashNow(randomBytes(32).toString('base64'))
  return {
    hash: hashNow,
    verify: async (stored, password) => {
      const forms = new Set([toStableForm(password), password])
      let matches = false
      for (const form of forms) matches = (await inLane(() => verify(stored ?? standIn, form))) || matches
      return stored !== undefined && matches
    },
    isOutdated: (stored) => {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism
    },
  }
}
