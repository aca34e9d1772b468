import { compareText } from '#shared/primitives/compare-text.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { findSinceMs } from '#shared/health/since.ts'

/** A shared attribute does not imply a cause; texts must not claim one. */
export interface CorrelatedFailures {
  readonly key: string
  readonly value: string
  readonly checks: readonly CheckRow[]
  readonly total: number
  readonly firstMs: number
  readonly withinMs: number
}

const checksAtLeast = 20
const shareAtLeast = 0.8
const windowMs = 60_000
const correlatedMax = 3

interface Sharing {
  readonly key: string
  readonly value: string
  readonly rows: CheckRow[]
}

const sharedAttributes = (rows: readonly CheckRow[]): Sharing[] => {
  const shared = new Map<string, Sharing>()
  const add = (key: string, value: string, row: CheckRow) => {
    const id = `${key}\0${value}`
    const known = shared.get(id)
    if (known === undefined) shared.set(id, { key, value, rows: [row] })
    else known.rows.push(row)
  }
  for (const row of rows) {
    for (const [key, value] of Object.entries(row.labels)) add(key, value, row)
    if (row.namespace !== '' && row.labels['namespace'] === undefined) add('namespace', row.namespace, row)
  }
  return [...shared.values()].filter((sharing) => sharing.rows.length >= checksAtLeast)
}

const timed = (rows: readonly CheckRow[]) =>
  rows
    .flatMap((row) => {
      const atMs = findSinceMs(row)
      return atMs === null ? [] : [{ row, atMs }]
    })
    .sort((a, b) => a.atMs - b.atMs || compareText(a.row.id, b.row.id))

const densestMinute = <T extends { readonly atMs: number }>(failures: readonly T[]): readonly T[] => {
  let [from, bestFrom, bestTo] = [0, 0, 0]
  for (const [at, { atMs }] of failures.entries()) {
    while (atMs - (failures[from]?.atMs ?? atMs) > windowMs) from++
    if (at + 1 - from > bestTo - bestFrom) [bestFrom, bestTo] = [from, at + 1]
  }
  return failures.slice(bestFrom, bestTo)
}

const findGroup = ({ key, value, rows }: Sharing, taken: ReadonlySet<string>): CorrelatedFailures | null => {
  const failing = timed(rows.filter((row) => !taken.has(row.id) && toCheckState(row) === 'unhealthy'))
  if (failing.length < checksAtLeast) return null
  const together = densestMinute(failing)
  const [first, last] = [together[0], together.at(-1)]
  if (first === undefined || last === undefined || together.length < checksAtLeast) return null
  const recovered = rows.filter((row) => toCheckState(row) === 'healthy' && (findSinceMs(row) ?? 0) >= first.atMs)
  if (together.length + recovered.length < shareAtLeast * rows.length) return null
  const checks = together.map(({ row }) => row)
  return { key, value, checks, total: rows.length, firstMs: first.atMs, withinMs: last.atMs - first.atMs }
}

const heavier = (a: CorrelatedFailures, b: CorrelatedFailures) =>
  b.checks.length - a.checks.length || a.total - b.total || compareText(a.key, b.key)

/**
 * At least 20 checks and 80 % of those sharing an attribute, failing within 60 s; recovered ones still count for
 * the share. Largest first, at most three; each check is in one group, the narrowest on a tie.
 */
export const findCorrelatedFailures = (rows: readonly CheckRow[]): CorrelatedFailures[] => {
  const attributes = sharedAttributes(rows)
  const taken = new Set<string>()
  const correlatedFailures: CorrelatedFailures[] = []
  while (correlatedFailures.length < correlatedMax) {
    const [found] = attributes.flatMap((attribute) => findGroup(attribute, taken) ?? []).sort(heavier)
    if (found === undefined) break
    correlatedFailures.push(found)
    for (const { id } of found.checks) taken.add(id)
  }
  return correlatedFailures
}
