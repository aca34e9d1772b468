import { hash, parseOptions, verify } from '@node-rs/argon2'
import { randomBytes } from 'node:crypto'
import { createAtOnce } from '#shared/primitives/at-once.ts'
import type { PasswordCost } from '#relay/backend/identity/identity-settings.ts'

export interface PasswordHasher {
  /** A PHC string, `$argon2id$…`. */
  hash(password: string): Promise<string>
  /** Does the same work when there is no hash to compare with, and then answers false. */
  verify(stored: string | undefined, password: string): Promise<boolean>
  /** Whether the stored hash was made with other costs than those of now. */
  isOutdated(stored: string): boolean
}

/** Each hash takes a thread and its memory; more than wait in useful time are refused. */
const atOnce = 2
const mostWaiting = 64

/**
 * argon2id. Resolves when the hash that stands in for unknown accounts is made. What it makes rejects with `TooManyWaiting`.
 */
export const createPasswordHasher = async (cost: PasswordCost): Promise<PasswordHasher> => {
  const inLane = createAtOnce(atOnce, mostWaiting)
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
