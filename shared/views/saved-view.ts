import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'

export const viewsPerPersonMax = 100

/** Security: only a path of this console, never another host. */
const pageSchema = z
  .string()
  .max(200)
  .regex(/^(\/[a-z0-9-]+)+$/)
const querySchema = z
  .string()
  .max(4_000)
  .regex(/^[^#?\s]*$/)
export const viewNameMax = 80
const nameSchema = z.string().trim().min(1).max(viewNameMax)

const savedViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  page: z.string(),
  query: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  isShared: z.boolean(),
  isDefault: z.boolean(),
  updatedAt: z.string(),
})
export type SavedView = z.infer<typeof savedViewSchema>

const params = z.object({ id: idSchema })
const done = z.object({})

export const listViewsRoute = contract({
  method: 'GET',
  path: '/api/console/views',
  response: z.array(savedViewSchema),
})

export const saveViewRoute = contract({
  method: 'POST',
  path: '/api/console/views',
  body: z.strictObject({ name: nameSchema, page: pageSchema, query: querySchema, isShared: z.boolean() }),
  response: z.object({ id: idSchema }),
})
export type NewView = z.infer<typeof saveViewRoute.body>

export const changeViewRoute = contract({
  method: 'PATCH',
  path: '/api/console/views/:id',
  params,
  body: z.strictObject({ name: nameSchema, query: querySchema, isShared: z.boolean() }).partial(),
  response: done,
})
export type ViewChange = z.infer<typeof changeViewRoute.body>

export const deleteViewRoute = contract({
  method: 'DELETE',
  path: '/api/console/views/:id',
  params,
  response: done,
})

export const defaultViewRoute = contract({
  method: 'POST',
  path: '/api/console/default-view',
  body: z.strictObject({ page: pageSchema, id: idSchema.nullable() }),
  response: done,
})
