import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { clients } from '#client/api/clients.ts'
import { listRows, deleteRows } from '#client/api/data-api.ts'

export const storedSchema = z.object({
  name: z.string(),
  value: z.string(),
  created_by: z.object({ name: z.string() }).nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
})
export type StoredProperty = z.infer<typeof storedSchema>

/** Only administrators can read these rows. */
export const storedPropertiesQuery = queryOptions({
  queryKey: ['properties', 'stored'],
  queryFn: async ({ signal }) => {
    const query = { select: '*,created_by(id,name,avatar,email)', deleted_at: 'is.null' }
    return (await listRows('properties', { row: storedSchema, query, signal })).rows
  },
})

interface PropertyChange {
  readonly name: string
  readonly value: string
}

export const saveProperty = async ({ name, value }: PropertyChange, by: string, isNew: boolean): Promise<void> => {
  await clients.data('/properties', {
    method: isNew ? 'POST' : 'PATCH',
    ...(isNew ? {} : { query: { name: `eq.${name}` } }),
    body: isNew ? { name, value, created_by: by || undefined } : { value },
    schema: z.unknown(),
  })
}

export const deleteProperty = (name: string): Promise<void> => deleteRows('properties', { name: `eq.${name}` })
