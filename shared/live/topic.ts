import type { z } from 'zod'
import type { About, Question } from '#shared/access/decide.ts'
import type { Resource } from '#shared/access/resources.ts'

/**
 * One kind of thing that a screen can watch. `Params` names one instance (`{}` when there is only one), `Row` is one
 * keyed row of it.
 */
export interface Topic<Params, Row> {
  /** Dotted, domain first: `health.checks`. */
  readonly name: string
  readonly params: z.ZodType<Params>
  readonly row: z.ZodType<Row>
  /** The row's identity: stable for as long as the row is about the same thing. */
  readonly getKey: (row: Row) => string
  /** Reading this resource is what a viewer needs before the first byte. */
  readonly resource: Resource
  /** What its rows show beside that: who may read a part of these alone sees a part of the rows, which the source picks. */
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  /** What a row is about, where people may see some rows and not others; null for a row that goes with its instance. */
  readonly getAbout?: (row: Row) => About | null
  /** How often the source is asked while somebody watches and nothing hints at a change. */
  readonly pollEveryMs: number
  /** Least time between two questions that hints cause, where the usual quarter of a second is too long. */
  readonly hintGapMs?: number
  /** A change that names what it is about concerns only the instances whose param of this name is named. */
  readonly hintedBy?: string
  /** How long after the last successful observation the topic counts as stale. */
  readonly staleAfterMs: number
  /** Watched by the console for itself: what a tab says about its age speaks of what is on screen. */
  readonly offScreen?: true
  /**
   * Whether the journal keeps what is observed of it. The lists of a backend's own history need none. `ticking` names the
   * fields that change with every run and say nothing by themselves: a change of those alone makes no entry. An instance
   * without params is followed also while nobody watches.
   */
  readonly journalled?: { readonly ticking: readonly (keyof Row & string)[] }
}

/** Gives the topic its types back from its schemas; adds nothing at run time. */
export const defineTopic = <Params, Row>(topic: Topic<Params, Row>): Topic<Params, Row> => topic
