import { z } from 'zod'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

/** What a line of the timeline was observed of: what nobody on the incident did there themselves. */
const observedKinds = ['check', 'change', 'run', 'send', 'update'] as const

/** Something that the console saw happen to what an incident is about. */
export const observedSchema = z.object({
  id: z.string(),
  about: z.enum(observedKinds),
  at: z.string(),
  who: text,
  /** What it is about, as people read it: a check, an item, a playbook, a recipient. */
  name: z.string(),
  /** What it said of itself. */
  says: z.string(),
  /** How it was or ended; null where that is no question. */
  went: z.enum(['well', 'badly']).nullable(),
  /** The check, change, run or message itself. */
  ref: z.string(),
  /** The item that a change is of. */
  config_id: text,
  /** The thing among the evidence by which it belongs to the incident, or the incident. */
  thing_id: z.string(),
})
export type Observed = z.infer<typeof observedSchema>

/** More was seen of a kind than is told: of it nothing before this moment. */
export const cutSchema = z.object({ about: z.enum(observedKinds), before: z.string() })
export type Cut = z.infer<typeof cutSchema>

/** How lines of a kind are named where only the newest are told. */
export const cutNames: Readonly<Record<Cut['about'], string>> = {
  check: 'turns of checks',
  change: 'changes',
  run: 'runs',
  send: 'notifications',
  update: 'updates',
}

/** A line that somebody wrote by hand. */
export const noteSchema = z.object({ id: z.string(), at: z.string(), who: text, says: z.string() })
export type Note = z.infer<typeof noteSchema>

/** What somebody made of a line; its id is the line's. */
export const markSchema = z.object({
  id: z.string(),
  hidden: z.boolean(),
  pinned: z.boolean(),
  /** When it really was; null: as it was recorded. */
  at: text,
})
export type Mark = z.infer<typeof markSchema>

/** Somebody outside of the console who is asked for help, and how far that is. */
export const outwardSchema = z.object({
  id: z.string(),
  /** Such as `email`; also of those that cannot be asked from here. */
  kind: z.string(),
  name: z.string(),
  state: z.enum(['waiting', 'asked', 'refused', 'failed']),
  attempts: z.number(),
  /** Why the last try did not work. */
  reason: z.string().nullable(),
  tried_at: z.string().nullable(),
  /** When it is tried again. */
  next_at: z.string().nullable(),
})
export type OutwardResponder = z.output<typeof outwardSchema>
