import { sessionRowSchema, type SessionRow } from './session-row.ts'

const mark = 'part of it, as seen by '

/** The sight of somebody who may read a part of a topic's rows: theirs alone, and another one when their rights change. */
export const partSightOf = (row: SessionRow): string => `${mark}${JSON.stringify(row)}`

/** Who sees a part by this sight; null for a sight of all there is. */
export const readPartSight = (sight: string): SessionRow | null =>
  sight.startsWith(mark) ? sessionRowSchema.parse(JSON.parse(sight.slice(mark.length))) : null
