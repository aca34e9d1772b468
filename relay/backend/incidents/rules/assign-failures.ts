import type { Failure } from './failure.ts'

/** An incident of a rule that is not over, as trouble finds it. */
export interface OpenIncident {
  readonly id: string
  readonly group: string
  /** When the last trouble joined it. */
  readonly joinedAtMs: number
  readonly openedAtMs: number
}

/** Which trouble goes where: into an incident that is open, or into a new one (`incidentId` null). */
export interface Placed<T> {
  readonly incidentId: string | null
  readonly group: string
  readonly failures: readonly T[]
}

/** Trouble under one parent joins its incident for so long after the last that did. */
const joinsWithinMs = 10 * 60_000
/** A rule that opened so many incidents within a minute opens no further ones: what comes then is one storm. */
const separateMax = 3
const stormMs = 60_000
/** So many incidents of one rule may be open; further trouble joins the youngest. */
const openMax = 50

const youngest = (incidents: readonly OpenIncident[]): OpenIncident | undefined =>
  incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs)[0]

const byGroup = <T extends Pick<Failure, 'group'>>(failures: readonly T[]): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const failure of failures) groups.set(failure.group, [...(groups.get(failure.group) ?? []), failure])
  return groups
}

/**
 * Makes few incidents of much trouble. What sits under one parent and begins within minutes is one incident; a storm across parents is
 * one as well.
 */
export const assignFailures = <T extends Pick<Failure, 'group'>>(
  failures: readonly T[],
  open: readonly OpenIncident[],
  nowMs: number,
): readonly Placed<T>[] => {
  const placed: Placed<T>[] = []
  const apart: (readonly [string, readonly T[]])[] = []
  for (const [group, members] of byGroup(failures)) {
    const near = open.filter((each) => each.group === group && nowMs - each.joinedAtMs <= joinsWithinMs)
    const joined = youngest(near)
    if (joined === undefined) apart.push([group, members])
    else placed.push({ incidentId: joined.id, group, failures: members })
  }
  if (apart.length === 0) return placed
  const lately = open.filter(({ openedAtMs }) => nowMs - openedAtMs <= stormMs)
  const rest = apart.flatMap(([, members]) => members)
  const isFull = open.length + apart.length > openMax
  if (lately.length + apart.length > separateMax || isFull) {
    const storm = youngest(isFull ? open : lately)
    return [...placed, { incidentId: storm?.id ?? null, group: storm?.group ?? 'storm', failures: rest }]
  }
  return [...placed, ...apart.map(([group, members]) => ({ incidentId: null, group, failures: members }))]
}
