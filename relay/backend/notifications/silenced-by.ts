import { anySelectorMatches } from '#shared/access/selector.ts'
import { z } from 'zod'
import { sentenceOf } from '#relay/backend/playbooks/playbook-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import type { Queryable } from '#relay/database/database.ts'
import type { Subject } from './subject.ts'

interface SilenceRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly filter: string | null
  readonly selectors: unknown
  readonly error: string | null
  readonly recursive: boolean | null
  readonly config_id: string | null
  readonly check_id: string | null
  readonly canary_id: string | null
  readonly component_id: string | null
}

const selectors = z.array(z.record(z.string(), z.unknown())).catch([])
const things = ['config', 'component', 'check', 'canary'] as const

/** Whether the thing of a silence is what the message is about, or something that it is a part of. */
const isAbout = (silence: SilenceRow, { kind, target, within }: Subject): boolean =>
  things.some((thing) => {
    const id = silence[`${thing}_id`]
    if (id === null) return false
    if (thing === 'canary') return within.canary.includes(id)
    return (thing === kind && id === target.id) || (silence.recursive === true && within[thing].includes(id))
  })

const hasThing = (silence: SilenceRow): boolean => things.some((thing) => silence[`${thing}_id`] !== null)

const holds = async (database: Queryable, { id, filter, error }: SilenceRow, subject: Subject): Promise<boolean> => {
  const tell = async (said: string | null) => {
    if (said !== error) await database.query('update notification_silences set error = $2 where id = $1', [id, said])
  }
  try {
    const value = await evaluate({ expr: filter ?? '' }, subject.environment, { owner: id })
    await tell(null)
    return value === true || value === 'true'
  } catch (failure) {
    // What cannot be asked silences nothing: a message too many is better than one that is missed.
    await tell(sentenceOf(failure))
    return false
  }
}

/** The silence in force that covers a message now; undefined when it is to be sent. */
export const silencedBy = async (database: Queryable, subject: Subject): Promise<string | undefined> => {
  const { rows } = await database.query<SilenceRow>(
    `select id, filter, selectors, error, recursive, config_id, check_id, canary_id, component_id
       from notification_silences
      where deleted_at is null and ("from" is null or "from" <= now()) and (until is null or until > now())
      order by created_at`,
  )
  for (const silence of rows) {
    const wanted = selectors.parse(silence.selectors)
    const isFiltered = (silence.filter ?? '') !== ''
    if (!hasThing(silence) && wanted.length === 0 && !isFiltered) continue
    if (hasThing(silence) && !isAbout(silence, subject)) continue
    if (wanted.length > 0 && anySelectorMatches(wanted, subject.target) !== 'yes') continue
    if (!isFiltered || (await holds(database, silence, subject))) return silence.id
  }
  return undefined
}
