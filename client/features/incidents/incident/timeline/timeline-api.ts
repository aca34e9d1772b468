import { addNoteRoute, markLineRoute, timelineRoute } from '#shared/incidents/timeline-routes.ts'
import { call } from '#client/api/call.ts'

export const addNote = async (incidentId: string, at: string, text: string): Promise<void> => {
  await call(addNoteRoute, { params: { id: incidentId }, body: { at, says: text } })
}

export const readWhole = async (incidentId: string) =>
  call(timelineRoute, { params: { id: incidentId }, query: { whole: 'yes' } })

export interface LineChange {
  readonly hidden?: boolean
  readonly pinned?: boolean
  /** Null restores the recorded time. */
  readonly at?: string | null
}

export const markLine = async (incidentId: string, line: string, change: LineChange): Promise<void> => {
  await call(markLineRoute, { params: { id: incidentId, line }, body: change })
}
