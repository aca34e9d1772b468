import { z } from 'zod'

/** What a box for one text keeps until it is sent. */
export const textDraftSchema = z.object({ text: z.string() })

const textDraft = (key: string) => ({ key, version: 1, schema: textDraftSchema })

/** A hypothesis that is written below another, or at the top. */
export const newHypothesisDraft = (incidentId: string, parentId: string | null) =>
  textDraft(`hypothesis ${incidentId} ${parentId ?? ''}`)

/** Another title of a hypothesis. */
export const retitledDraft = (hypothesisId: string) => textDraft(`hypothesis title ${hypothesisId}`)

/** Another title of an incident. */
export const incidentTitleDraft = (incidentId: string) => textDraft(`incident title ${incidentId}`)

/** A comment on an incident. */
export const commentDraft = (incidentId: string) => textDraft(`comment ${incidentId}`)

/** What those who wait are told next. */
export const statusUpdateDraft = (incidentId: string) => ({
  key: `status update ${incidentId}`,
  version: 1,
  schema: z.object({ text: z.string(), impact: z.string() }),
})
