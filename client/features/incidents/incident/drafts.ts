import { z } from 'zod'

export const textDraftSchema = z.object({ text: z.string() })

const textDraft = (key: string) => ({ key, version: 1, schema: textDraftSchema })

export const newHypothesisDraft = (incidentId: string, parentId: string | null) =>
  textDraft(`hypothesis ${incidentId} ${parentId ?? ''}`)

export const retitledDraft = (hypothesisId: string) => textDraft(`hypothesis title ${hypothesisId}`)

export const incidentTitleDraft = (incidentId: string) => textDraft(`incident title ${incidentId}`)

export const commentDraft = (incidentId: string) => textDraft(`comment ${incidentId}`)

export const statusUpdateDraft = (incidentId: string) => ({
  key: `status update ${incidentId}`,
  version: 1,
  schema: z.object({ text: z.string(), impact: z.string() }),
})
