import { createHash } from 'node:crypto'

export interface AttemptRule {
  /** Attempts that need not wait. */
  readonly free: number
  /** The wait after the last free attempt; each further one doubles it. */
  readonly firstWaitMs: number
  readonly longestWaitMs: number
  /** A key that was quiet for so long begins anew. */
  readonly forgetAfterMs: number
  /** One attempt is forgotten each time so much went by; without it, they all count until the key is quiet. */
  readonly refillEveryMs?: number
}

/** Counts attempts by key (an email, an address) and makes whoever keeps failing wait. */
export interface AttemptLimit {
  /** Counts one attempt and answers 0, or answers how long to wait, and then nothing may be tried. */
  consume(key: string): number
  /** The attempt was no failure: the key begins anew. */
  forgive(key: string): void
  /** The last attempt was no failure, but those before it still count. */
  giveBack(key: string): void
  size(): number
}

interface Tally {
  count: number
  lastMs: number
  openAtMs: number
}

const mostKeys = 20_000

const hashKey = (key: string) => createHash('sha256').update(key).digest('base64').slice(0, 22)

/**
 * An attempt counts before its outcome is known, so that many at once are not all free. Memory is bounded: beyond 20,000
 * keys those that were quiet the longest are forgotten. Keys are kept as hashes.
 */
export const createAttemptLimit = (rule: AttemptRule, now: () => number): AttemptLimit => {
  const tallies = new Map<string, Tally>()

  return {
    consume: (key) => {
      const hash = hashKey(key)
      const nowMs = now()
      const known = tallies.get(hash)
      const tally =
        known === undefined || nowMs - known.lastMs > rule.forgetAfterMs
          ? { count: 0, lastMs: nowMs, openAtMs: nowMs }
          : known
      if (tally.openAtMs > nowMs) return tally.openAtMs - nowMs
      const refilled = rule.refillEveryMs === undefined ? 0 : (nowMs - tally.lastMs) / rule.refillEveryMs
      tally.count = Math.max(0, tally.count - refilled) + 1
      tally.lastMs = nowMs
      const beyond = tally.count - rule.free
      if (beyond >= 0)
        tally.openAtMs = nowMs + Math.min(rule.longestWaitMs, rule.firstWaitMs * 2 ** Math.min(Math.floor(beyond), 30))
      tallies.delete(hash)
      tallies.set(hash, tally)
      const [oldest] = tallies.keys()
      if (tallies.size > mostKeys && oldest !== undefined) tallies.delete(oldest)
      return 0
    },
    forgive: (key) => void tallies.delete(hashKey(key)),
    giveBack: (key) => {
      const tally = tallies.get(hashKey(key))
      if (tally === undefined) return
      tally.count -= 1
      if (tally.count < rule.free) tally.openAtMs = tally.lastMs
    },
    size: () => tallies.size,
  }
}
