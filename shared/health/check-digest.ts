import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState, type CheckState } from '#shared/health/check-state.ts'
import { compareNames } from '#shared/health/name-order.ts'
import { isLate, lateFromMs } from '#shared/health/staleness.ts'
import type { RowChange } from '#shared/live/row-change.ts'
import { appendValue } from '#shared/primitives/append-value.ts'

interface Missed {
  readonly fromMs: number
  readonly toMs: number
  readonly changes: readonly RowChange<CheckRow>[]
  readonly rows: ReadonlyMap<string, CheckRow> | null
}

export type CheckStory =
  | { readonly kind: 'failing'; readonly times: number; readonly message: string }
  | { readonly kind: 'recovered'; readonly times: number; readonly afterMs: number | null }
  | { readonly kind: 'unknown'; readonly problem: string }
  | { readonly kind: 'silent'; readonly count: number }
  | { readonly kind: 'added' | 'removed'; readonly count: number }

export interface CheckDigestLine {
  readonly ids: readonly string[]
  readonly name: string
  readonly story: CheckStory
  readonly stale: boolean
  readonly atMs: number | null
}

interface CheckDigest {
  readonly failed: number
  readonly recovered: number
  readonly lines: readonly CheckDigestLine[]
}

interface Course {
  readonly start: CheckState | null
  end: CheckState | null
  row: CheckRow
  turns: number
  wasFailing: boolean
  failedAtMs: number | null
  atMs: number | null
}

const findState = (row: CheckRow | null): CheckState | null => (row === null ? null : toCheckState(row))

/** Prefers the transition time of the check: an observation can come much later. */
const changedAtMs = ({ after, observedMs }: RowChange<CheckRow>, { fromMs, toMs }: Missed): number | null => {
  const transitionMs = after?.lastTransition ? Date.parse(after.lastTransition) : null
  return transitionMs !== null && transitionMs >= fromMs && transitionMs <= (observedMs ?? toMs)
    ? transitionMs
    : observedMs
}

const collectCourses = (missed: Missed): Map<string, Course> => {
  const courses = new Map<string, Course>()
  for (const change of missed.changes) {
    const row = change.after ?? change.before
    if (row === null) continue
    const known = courses.get(change.key)
    const [before, after] = [known?.end ?? findState(change.before), findState(change.after)]
    const course = known ?? {
      start: before,
      end: before,
      row,
      turns: 0,
      wasFailing: before === 'unhealthy',
      failedAtMs: null,
      atMs: null,
    }
    courses.set(change.key, course)
    course.row = row
    course.end = after
    if (before === after) continue
    course.atMs = changedAtMs(change, missed)
    if (after !== 'unhealthy') continue
    course.turns++
    course.wasFailing = true
    course.failedAtMs = course.atMs
  }
  return courses
}

const recoveredAfterMs = ({ start, turns, failedAtMs, atMs }: Course): number | null =>
  start !== 'unhealthy' && turns === 1 && failedAtMs !== null && atMs !== null ? Math.max(0, atMs - failedAtMs) : null

const findStory = (course: Course): CheckStory | null => {
  const { start, end, row, turns, wasFailing } = course
  if (end === 'unhealthy')
    return turns === 0 ? null : { kind: 'failing', times: turns, message: row.message || row.problem }
  if (end === 'healthy') {
    return wasFailing ? { kind: 'recovered', times: turns, afterMs: recoveredAfterMs(course) } : null
  }
  return end === 'unknown' && start !== null && start !== 'unknown' ? { kind: 'unknown', problem: row.problem } : null
}

const listed = (kind: 'added' | 'removed', courses: readonly [string, Course][]): CheckDigestLine[] => {
  if (courses.length === 0) return []
  const names = courses.map(([, { row }]) => row.name).sort(compareNames)
  return [
    {
      ids: courses.map(([id]) => id),
      name: names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : ''),
      story: { kind, count: courses.length },
      stale: false,
      atMs: null,
    },
  ]
}

const staleLines = ({ rows, fromMs, toMs }: Missed, listedIds: ReadonlySet<string>): CheckDigestLine[] => {
  const canaries = new Map<string, CheckRow[]>()
  for (const row of rows?.values() ?? []) {
    if (listedIds.has(row.id) || !isLate(row, toMs) || (lateFromMs(row) ?? 0) < fromMs) continue
    appendValue(canaries, row.canaryId, row)
  }
  return [...canaries.values()].map((checks) => ({
    ids: checks.map(({ id }) => id),
    name: (checks.length === 1 ? checks[0]?.name : checks[0]?.canaryName) ?? '',
    story: { kind: 'silent', count: checks.length },
    stale: true,
    atMs: Math.max(...checks.map(({ lastRuntime }) => Date.parse(lastRuntime ?? ''))),
  }))
}

const rank: Record<CheckStory['kind'], number> = {
  failing: 0,
  recovered: 1,
  unknown: 2,
  silent: 3,
  added: 4,
  removed: 5,
}

const byUrgency = (a: CheckDigestLine, b: CheckDigestLine) =>
  rank[a.story.kind] - rank[b.story.kind] || (a.atMs ?? 0) - (b.atMs ?? 0) || compareNames(a.name, b.name)

export const checkDigest = (missed: Missed): CheckDigest => {
  const listedIds = new Set<string>()
  const lines: CheckDigestLine[] = []
  const added: [string, Course][] = []
  const went: [string, Course][] = []
  for (const [id, course] of collectCourses(missed)) {
    const story = findStory(course)
    if (story !== null) {
      const now = missed.rows?.get(id)
      const stale = now !== undefined && isLate(now, missed.toMs)
      lines.push({ ids: [id], name: course.row.name, story, stale, atMs: course.atMs })
      listedIds.add(id)
    } else if (course.start === null && course.end !== null) added.push([id, course])
    else if (course.start !== null && course.end === null) went.push([id, course])
  }
  const count = (kind: CheckStory['kind']) => lines.filter(({ story }) => story.kind === kind).length
  return {
    failed: count('failing'),
    recovered: count('recovered'),
    lines: [...lines, ...staleLines(missed, listedIds), ...listed('added', added), ...listed('removed', went)].sort(
      byUrgency,
    ),
  }
}
