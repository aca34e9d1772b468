import type { HistoryEntry } from '#shared/incidents/incident-part.ts'
import type { LineGroup, TimelineLine } from '#shared/incidents/timeline.ts'
import type { Observed } from '#shared/incidents/timeline-parts.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'

export interface LaneBar {
  readonly lineId: string | null
  readonly fromMs: number
  readonly untilMs: number
  readonly was: 'well' | 'badly' | 'going' | `status ${string}`
}

export interface LaneMark {
  readonly lineId: string
  readonly atMs: number
  readonly went: TimelineLine['went']
  readonly label: string
}

export interface Lane {
  readonly key: string
  readonly group: LineGroup | 'incident'
  readonly name: string
  readonly bars: readonly LaneBar[]
  readonly marks: readonly LaneMark[]
}

export interface Lanes {
  readonly fromMs: number
  readonly untilMs: number
  readonly lanes: readonly Lane[]
}

interface LanesInput {
  readonly lines: readonly TimelineLine[]
  readonly observed: readonly Observed[]
  readonly history: readonly HistoryEntry[]
  readonly openedAt: string | null
  readonly endedAt: string | null
  readonly nowMs: number
}

const byMs = (one: { readonly atMs: number }, other: { readonly atMs: number }) => one.atMs - other.atMs

interface Event {
  readonly lineId: string
  readonly atMs: number
  readonly seen: Observed
}

const checkLane = (key: string, turns: readonly Event[], fromMs: number, untilMs: number): Lane => {
  const [first] = turns
  const bars: LaneBar[] = []
  if (first !== undefined && first.atMs > fromMs)
    bars.push({ lineId: null, fromMs, untilMs: first.atMs, was: first.seen.went === 'well' ? 'badly' : 'well' })
  for (const [index, { lineId, atMs, seen }] of turns.entries())
    bars.push({
      lineId,
      fromMs: atMs,
      untilMs: turns[index + 1]?.atMs ?? untilMs,
      was: seen.went === 'well' ? 'well' : 'badly',
    })
  return { key, group: 'checks', name: first?.seen.name ?? '', bars, marks: [] }
}

const runLane = (key: string, events: readonly Event[], untilMs: number): Lane => {
  const bars = [...groupedBy(events, ({ seen }) => seen.ref).values()].map((run): LaneBar => {
    const [began, ended] = [run.find(({ seen }) => seen.went === null), run.find(({ seen }) => seen.went !== null)]
    return {
      lineId: (began ?? ended)?.lineId ?? null,
      fromMs: (began ?? ended)?.atMs ?? untilMs,
      untilMs: ended?.atMs ?? untilMs,
      was: ended?.seen.went ?? 'going',
    }
  })
  return { key, group: 'runs', name: events[0]?.seen.name ?? '', bars, marks: [] }
}

const statusLane = (history: readonly HistoryEntry[], openedMs: number, untilMs: number): Lane => {
  const changes = history
    .flatMap(({ id, type, description, created_at: at }) =>
      at !== null && description !== null && /^incident[._]status[._]updated$/.test(type ?? '')
        ? [{ lineId: `history ${id}`, atMs: Date.parse(at), status: description }]
        : [],
    )
    .toSorted(byMs)
  const all = [{ lineId: null, atMs: openedMs, status: 'open' }, ...changes]
  return {
    key: 'incident',
    group: 'incident',
    name: 'Status',
    bars: all.map(({ lineId, atMs, status }, index) => ({
      lineId,
      fromMs: atMs,
      untilMs: all[index + 1]?.atMs ?? untilMs,
      was: `status ${status}` as const,
    })),
    marks: [],
  }
}

const toMark = ({ lineId, atMs, seen }: Event): LaneMark => ({ lineId, atMs, went: seen.went, label: seen.says })

const sendLane = (sends: readonly Event[]): Lane => {
  const failed = sends.filter(({ seen }) => seen.went === 'badly').length
  const name = [`${sends.length - failed} sent`, ...(failed > 0 ? [`${failed} failed`] : [])].join(', ')
  return { key: 'sends', group: 'notifications', name, bars: [], marks: sends.map(toMark) }
}

export const buildLanes = ({ lines, observed, history, openedAt, endedAt, nowMs }: LanesInput): Lanes => {
  const seenById = new Map(observed.map((seen) => [`observed ${seen.id}`, seen]))
  const openedMs = openedAt === null ? nowMs : Date.parse(openedAt)
  const times = lines.map(({ at }) => Date.parse(at))
  const untilMs = Math.max(endedAt === null ? nowMs : Date.parse(endedAt), openedMs, ...times)
  const firstMs = Math.min(openedMs, ...times)
  const fromMs = firstMs - Math.max(5_000, (untilMs - firstMs) / 20)
  const events = lines.flatMap(({ id, at }): readonly Event[] => {
    const seen = seenById.get(id)
    return seen === undefined ? [] : [{ lineId: id, atMs: Date.parse(at), seen }]
  })
  const of = (about: Observed['about']) => events.filter(({ seen }) => seen.about === about)
  const lanesBy = (about: Observed['about'], getKey: (event: Event) => string) =>
    [...groupedBy(of(about), getKey)].map(([key, each]) => [`${about} ${key}`, each] as const)
  const people = groupedBy(
    lines.filter(({ group, actor }) => group === 'people' && actor !== null),
    ({ actor }) => actor ?? '',
  )
  const sends = of('send')
  return {
    fromMs,
    untilMs,
    lanes: [
      statusLane(history, openedMs, untilMs),
      ...lanesBy('check', ({ seen }) => seen.ref).map(([key, turns]) => checkLane(key, turns, fromMs, untilMs)),
      ...lanesBy('change', ({ seen }) => seen.config_id ?? seen.name).map(([key, changes]): Lane => ({
        key,
        group: 'changes',
        name: changes[0]?.seen.name ?? '',
        bars: [],
        marks: changes.map(toMark),
      })),
      ...lanesBy('run', ({ seen }) => seen.name).map(([key, each]) => runLane(key, each, untilMs)),
      ...(sends.length === 0 ? [] : [sendLane(sends)]),
      ...[...people].map(([actor, each]): Lane => ({
        key: `person ${actor}`,
        group: 'people',
        name: actor,
        bars: [],
        marks: each.map(({ id, at, went }) => ({ lineId: id, atMs: Date.parse(at), went, label: '' })),
      })),
    ],
  }
}
