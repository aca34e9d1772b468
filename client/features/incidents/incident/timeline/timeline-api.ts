import { addNoteRoute, markLineRoute, timelineRoute } from '#shared/incidents/timeline-routes.ts'
import { call } from '#client/api/call.ts'

/** Adds a line by hand. Throws ApiError. */
export const addNote = async (incidentId: string, at: string, text: string): Promise<void> => {
  await call(addNoteRoute, { params: { id: incidentId }, body: { at, says: text } })
}

/** What was seen of what an incident is about, also where it is more than its page tells. Throws ApiError. */
export const readWhole = async (incidentId: string) =>
  call(timelineRoute, { params: { id: incidentId }, query: { whole: 'yes' } })

export interface LineChange {
  readonly hidden?: boolean
  readonly pinned?: boolean
  /** Null: as it was recorded. */
  readonly at?: string | null
}

/** Hides or pins a line, or says when it really was. Throws ApiError. */
export const markLine = async (incidentId: string, line: string, change: LineChange): Promise<void> => {
  await call(markLineRoute, { params: { id: incidentId, line }, body: change })
}
