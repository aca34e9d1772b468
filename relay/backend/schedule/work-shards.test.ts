import { describe, expect, test } from 'vitest'
import {
  isSameClaims,
  leaveShards,
  listCandidates,
  planShards,
  shardCount,
  syncClaims,
  toShard,
  type Claims,
  type ShardRow,
} from './work-shards.ts'

const shardsOwnedBy = (owners: readonly (string | null)[]): ShardRow[] =>
  owners.map((owner, shard) => ({ shard, owner, epoch: 1 }))

const owners: readonly (string | null)[] = ['a', 'b', 'c', null]
const everyAssignment = (length: number): (string | null)[][] =>
  length === 0 ? [[]] : everyAssignment(length - 1).flatMap((rest) => owners.map((owner) => rest.concat(owner)))
const memberships = [['a'], ['a', 'b'], ['c', 'b'], ['a', 'b', 'c']]

/** All instances act on the same view; the first claim of a shard wins, as in the database. */
const step = (owned: readonly (string | null)[], members: readonly string[]): (string | null)[] => {
  const living = owned.map((owner) => (owner !== null && members.includes(owner) ? owner : null))
  const next = [...living]
  for (const me of members) {
    const { claim, release } = planShards({ me, candidates: members, shards: shardsOwnedBy(living) })
    for (const shard of claim) next[shard] ??= me
    for (const shard of release) next[shard] = null
  }
  return next
}
const countOwned = (owned: readonly (string | null)[], me: string) => owned.filter((owner) => owner === me).length

test('work moves away from relays that stop or drain, but a drain needs another relay', () => {
  const working = { id: 'working', isLeaving: false, isDrainRequested: false }
  const drained = { id: 'drained', isLeaving: false, isDrainRequested: true }
  const stopping = { id: 'stopping', isLeaving: true, isDrainRequested: false }
  expect(listCandidates([working, drained, stopping])).toEqual(['working'])
  expect(listCandidates([drained, stopping])).toEqual(['drained'])
  expect(listCandidates([stopping])).toEqual([])
})

describe.each(memberships)('instances %j %s', (...members) => {
  test('share four shards evenly within three looks, from every assignment, and then change nothing', () => {
    for (const start of everyAssignment(4)) {
      const settled = step(step(step(start, members), members), members)
      const counts = members.map((member) => countOwned(settled, member))
      expect(counts.reduce((sum, count) => sum + count)).toBe(4)
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      expect(step(settled, members)).toEqual(settled)
    }
  })

  test('claim only free shards and release only their own, never beyond the quota', () => {
    for (const start of everyAssignment(4)) {
      for (const me of members) {
        const { claim, release } = planShards({ me, candidates: members, shards: shardsOwnedBy(start) })
        expect(claim.every((shard) => start[shard] === null)).toBe(true)
        expect(release.every((shard) => start[shard] === me)).toBe(true)
        expect(claim.length === 0 || release.length === 0).toBe(true)
      }
    }
  })
})

test('an instance that drains claims nothing and releases everything', () => {
  const shards = shardsOwnedBy(['a', null, 'b', 'a'])
  expect(planShards({ me: 'a', candidates: ['b'], shards })).toEqual({ claim: [], release: [0, 3] })
  expect(planShards({ me: 'a', candidates: [], shards })).toEqual({ claim: [], release: [0, 3] })
})

test('two instances that start together claim different shards', () => {
  const shards = shardsOwnedBy([null, null, null, null])
  const claims = ['a', 'b'].map((me) => planShards({ me, candidates: ['b', 'a'], shards }).claim)
  expect(claims).toEqual([
    [0, 1],
    [2, 3],
  ])
})

test('keys spread evenly over all shards', () => {
  const found = Array.from({ length: 6_400 }, (_, id) => toShard(`canary-${id}`))
  const counts = Array.from({ length: shardCount }, (_, shard) => found.filter((each) => each === shard).length)
  expect(Math.min(...counts)).toBeGreaterThan(60)
  expect(Math.max(...counts)).toBeLessThan(150)
})

test('the database decides which claims are held', () => {
  const before: Claims = new Map([
    [0, { epoch: 4, isLeaving: false }],
    [1, { epoch: 4, isLeaving: true }],
    [2, { epoch: 4, isLeaving: true }],
    [3, { epoch: 4, isLeaving: false }],
  ])
  const after = syncClaims(before, {
    me: 'a',
    shards: [
      { shard: 0, owner: 'b', epoch: 5 },
      { shard: 1, owner: 'a', epoch: 4 },
      { shard: 2, owner: 'a', epoch: 6 },
      { shard: 3, owner: null, epoch: 5 },
      { shard: 4, owner: 'a', epoch: 1 },
    ],
  })
  expect(after).toEqual(
    new Map([
      [1, { epoch: 4, isLeaving: true }],
      [2, { epoch: 6, isLeaving: false }],
      [4, { epoch: 1, isLeaving: false }],
    ]),
  )
  expect(isSameClaims(before, after)).toBe(false)
  expect(isSameClaims(after, new Map(after))).toBe(true)
})

test('shards that are handed over keep their epoch, so that running work can store its results', () => {
  const claims: Claims = new Map([
    [0, { epoch: 4, isLeaving: false }],
    [1, { epoch: 5, isLeaving: false }],
  ])
  expect(leaveShards(claims, [1])).toEqual(
    new Map([
      [0, { epoch: 4, isLeaving: false }],
      [1, { epoch: 5, isLeaving: true }],
    ]),
  )
})
