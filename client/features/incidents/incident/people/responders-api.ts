import { softDeleteRows, insertRows, updateRows } from '#client/api/data-api.ts'

interface NewResponder {
  readonly incidentId: string
  readonly who: { readonly kind: 'person' | 'team'; readonly id: string }
  readonly asked: string
}

export const addResponder = async ({ incidentId, who, asked }: NewResponder, by: string): Promise<void> => {
  const body = {
    incident_id: incidentId,
    type: who.kind === 'team' ? 'system' : 'person',
    [`${who.kind}_id`]: who.id,
    properties: { responderType: who.kind === 'team' ? 'Team' : 'Person', ...(asked !== '' && { asked }) },
    created_by: by,
  }
  await insertRows('responders', body)
}

export const acceptResponder = async (id: string): Promise<void> => {
  const query = { id: `eq.${id}`, acknowledged: 'is.null' }
  const body = { acknowledged: new Date().toISOString() }
  await updateRows('responders', query, body)
}

export const removeResponder = (id: string): Promise<void> => softDeleteRows('responders', { id: `eq.${id}` })
