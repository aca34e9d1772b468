import { deleteWithReferences } from '#client/api/delete-with-references.ts'

export const removeEvidence = (id: string): Promise<void> =>
  deleteWithReferences('evidences', id, ['incident_histories'])
