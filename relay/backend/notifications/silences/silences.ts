import { z } from 'zod'
import { anySelectorMatches } from '#shared/access/selector.ts'
import { isWithinWindow, silenceWindowSchema } from '#shared/notifications/silence-window.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import type { Queryable } from '#relay/database/database.ts'
import { readFilterResult } from '#relay/backend/notifications/rules/evaluate-filters.ts'
import { readAbove, type Subject } from '#relay/backend/notifications/events/subject.ts'

const resourceKinds = ['config', 'component', 'check', 'canary'] as const
const id = z.string().nullable()

const silenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.string().nullable(),
  selectors: z.array(z.record(z.string(), z.unknown())).catch([]),
  error: z.string().nullable(),
  recursive: z.boolean().nullable(),
  config_id: id,
  check_id: id,
  canary_id: id,
  component_id: id,
  from: z.string().nullable(),
  until: z.string().nullable(),
  window: silenceWindowSchema.nullable().catch(null),
})
export type Silence = z.infer<typeof silenceSchema>

export const readSilences = async (database: Queryable): Promise<readonly Silence[]> => {
  const { rows } = await database.query(
    `select id, name, filter, selectors, error, recursive, config_id, check_id, canary_id, component_id, "from", until,
       case when window_days is not null then jsonb_build_object(
         'days', to_jsonb(window_days), 'from', window_from, 'to', window_to, 'zone', window_zone) end as window
       from notification_silences left join notification_silence_terms on silence_id = id
      where deleted_at is null and (until is null or until > now())
      order by created_at, id`,
  )
  return rows.flatMap((row) => silenceSchema.safeParse(row).data ?? [])
}

export const holdsAt = ({ from, until, window }: Pick<Silence, 'from' | 'until' | 'window'>, atMs: number): boolean =>
  (from === null || Date.parse(from) <= atMs) &&
  (until === null || Date.parse(until) > atMs) &&
  (window === null || isWithinWindow(window, atMs))

const isAbout = (silence: Silence, { kind, target, within, above }: Subject): boolean =>
  resourceKinds.some((resourceKind) => {
    const named = silence[`${resourceKind}_id`]
    if (named === null) return false
    if (resourceKind === 'canary') return within.canary.includes(named)
    return (
      (resourceKind === kind && named === target.id) ||
      (silence.recursive === true &&
        (within[resourceKind].includes(named) || (resourceKind !== 'check' && above[resourceKind].includes(named))))
    )
  })

/** A recursive silence also covers what is below a selected resource. */
const isSelected = async (
  { selectors, recursive }: Silence,
  subject: Subject,
  database: Queryable,
): Promise<boolean> => {
  if (anySelectorMatches(selectors, subject.target) === 'yes') return true
  if (recursive !== true) return false
  return (await readAbove(database, subject)).some((each) => anySelectorMatches(selectors, each) === 'yes')
}

const hasResource = (silence: Silence): boolean =>
  resourceKinds.some((resourceKind) => silence[`${resourceKind}_id`] !== null)

const evaluateFilter = async ({ id: owner, filter }: Silence, subject: Subject) => {
  const [result] = await evaluateAll([{ language: 'expr', source: filter ?? '' }], subject.environment, { owner })
  if (result === undefined) throw new Error('filter result missing')
  // A filter that fails silences nothing: an extra message is better than a missed one.
  const { passes, error } = readFilterResult(result)
  return { covers: passes, error }
}

export const covers = async (
  database: Queryable,
  silence: Silence,
  subject: Subject,
  onError: (silence: Silence, error: string | null) => Promise<void> = async () => undefined,
): Promise<boolean> => {
  const isFiltered = (silence.filter ?? '') !== ''
  if (!hasResource(silence) && silence.selectors.length === 0 && !isFiltered) return false
  if (hasResource(silence) && !isAbout(silence, subject)) return false
  if (silence.selectors.length > 0 && !(await isSelected(silence, subject, database))) return false
  if (!isFiltered) return true
  const { covers: isCovered, error } = await evaluateFilter(silence, subject)
  if (error !== silence.error) await onError(silence, error)
  return isCovered
}

export const silencing = async (
  database: Queryable,
  silences: readonly Silence[],
  subject: Subject,
  atMs: number,
): Promise<Silence | undefined> => {
  const recordError = async ({ id: silenceId }: Silence, error: string | null) => {
    await database.query('update notification_silences set error = $2 where id = $1', [silenceId, error])
  }
  for (const silence of silences)
    if (holdsAt(silence, atMs) && (await covers(database, silence, subject, recordError))) return silence
  return undefined
}
