import { hash, parseOptions, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import type { PasswordCost } from '#relay/backend/identity/identity-settings.ts'

export interface PasswordHasher {
  /** A PHC string, `$argon2id$…`. */
  hash(password: string): Promise<string>
  /** Does the same work when there is no hash to compare with, and then answers false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether the stored hash was made with other costs than those of now. */
  isOutdated(stored: string): boolean
}

/** More is waiting to be hashed than can be done in useful time. */
export class TooBusyError extends Error {}

const atOnce = 2
const mostWaiting = 64

/** Each hash takes a thread and its memory: `atOnce` run side by side, the others wait in order, and too many are refused. */
const createLane = () => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw new TooBusyError('Too many people are signing in at once.')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/** argon2id. Resolves when the hash that stands in for unknown accounts is made. */
export const createPasswordHasher = async (cost: PasswordCost): Promise<PasswordHasher> => {
  const inLane = createLane()
  const hashNow = (password: string) => inLane(() => hash(password, cost))
  const standIn = await hashNow(randomBytes(32).toString('base64'))
  return {
    hash: hashNow,
    verify: async (stored, password) => {
      const matches = await inLane(() => verify(stored ?? standIn, password))
      return stored !== undefined && matches
    },
    isOutdated: (stored) => {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      return memoryCost !== cost.memoryCost || timeCost !== cost.timeCost || parallelism !== cost.parallelism
    },
  }
}
