import type { z } from 'zod'
import type { Resource } from '#shared/access/resources.ts'
import type { About, Question } from '#shared/access/question.ts'

export interface Topic<Params, Row> {
  readonly name: string
  readonly params: z.ZodType<Params>
  readonly row: z.ZodType<Row>
  /** Must be stable while the row represents the same resource. */
  readonly getKey: (row: Row) => string
  readonly resource: Resource
  /** Every relation of the data API that its source requests; null when it shows nothing of the backend's relations. */
  readonly shows: readonly string[] | null
  /** Relations whose changes change its rows. */
  readonly changedBy: readonly string[]
  /** Also shown in the rows. A viewer with partial access sees a part of the rows, selected by the source. */
  readonly alsoReads?: readonly Pick<Question, 'resource' | 'object'>[]
  /** Required where row access differs; null for a row that follows its instance. */
  readonly getAbout?: (row: Row) => About | null
  readonly pollEveryMs: number
  readonly hintGapMs?: number
  readonly hintedBy?: string
  readonly staleAfterMs: number
  readonly offScreen?: true
  /**
   * Changes of `ticking` fields alone make no entry. An instance without params is journaled even without subscribers.
   */
  readonly journalled?: { readonly ticking: readonly (keyof Row & string)[] }
}

export const defineTopic = <Params, Row>(topic: Topic<Params, Row>): Topic<Params, Row> => topic
