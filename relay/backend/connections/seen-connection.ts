import { z } from 'zod'
import type { Viewer } from '#shared/access/viewer.ts'
import { isId } from '#shared/primitives/id.ts'
import type { People } from '#relay/backend/data-api/people.ts'
import { readerFor } from '#relay/backend/data-api/read-as-viewer.ts'
import { type HttpError, notFound } from '#relay/errors/http-error.ts'

const seenSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  namespace: z.string().nullish(),
  type: z.string(),
  deleted_at: z.string().nullish(),
})

export interface SeenConnection {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly type: string
}

export const seenConnection = async (
  people: People,
  viewer: Viewer,
  id: string,
): Promise<SeenConnection | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await readerFor(people, viewer).listRows('connections', 'id', [id])
  const seen = seenSchema.safeParse(row).data
  return seen === undefined || seen.deleted_at != null ? undefined : { ...seen, namespace: seen.namespace ?? 'default' }
}

export const noConnection = (id: string): HttpError => notFound(`Connection ${id} not found.`)
