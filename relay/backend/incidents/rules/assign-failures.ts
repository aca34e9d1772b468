import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { Failure } from './failure.ts'

export interface OpenIncident {
  readonly id: string
  readonly group: string
  readonly joinedAtMs: number
  readonly openedAtMs: number
}

interface Placed<T> {
  readonly incidentId: string | null
  readonly group: string
  readonly failures: readonly T[]
}

/** Measured from the last failure that joined. */
const joinsWithinMs = 10 * 60_000
const separateMax = 3
const stormMs = 60_000
const openMax = 50

const youngest = (incidents: readonly OpenIncident[]): OpenIncident | undefined =>
  incidents.toSorted((a, b) => b.openedAtMs - a.openedAtMs)[0]

const byGroup = <T extends Pick<Failure, 'group'>>(failures: readonly T[]): ReadonlyMap<string, readonly T[]> =>
  groupedBy(failures, ({ group }) => group)

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
